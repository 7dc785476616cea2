import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { LinePreference } from "#app/features/catalog/preference-fields.tsx";
import { UnitPriceText } from "#app/features/catalog/price-texts.tsx";
import { fewLeftText } from "#app/features/catalog/product-size.ts";
import { type QuantityPrice, quantityPriceText } from "#app/features/catalog/quantity-price.ts";
import { expectedText } from "#app/features/catalog/sold-by-weight.ts";
import { splitChoices } from "#app/features/catalog/split-choices.ts";
import { lineNoteFrom, MAX_CHARACTERS_OF_LINE_NOTE } from "#app/features/catalog/substitution-preference.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { focusIfLost } from "#app/ui/focus-if-lost.ts";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Money } from "#app/ui/money.tsx";
import { NoteField } from "#app/ui/note-field.tsx";
import { Picture } from "#app/ui/picture.tsx";
import textStyles from "#app/ui/text.module.css";
import { moneyText } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { type CartItem, lineKey } from "./cart.ts";
import { missingText } from "./cart-availability.ts";
import type { CurrentProduct } from "./cart-changes.ts";
import styles from "./cart-line.module.css";
import { changeLinePreference, changeQuantity } from "./change-cart.ts";
import { QuantityInput } from "./quantity-input.tsx";

/**
 * @param notes product data; null while it loads
 * @param left the available quantity; undefined if unknown
 * @param isPutBack whether the line was removed and then restored
 */
export function CartLine({
  item,
  notes,
  left,
  isPutBack,
  onRemove,
}: {
  item: CartItem;
  notes: CurrentProduct | null;
  left: number | undefined;
  isPutBack: boolean;
  onRemove: () => void;
}) {
  const path = notes?.path;
  const picture = <Picture src={item.image} alt="" />;
  const key = lineKey(item);
  const name = sizedName(item.name, item.size?.label);
  const product = splitChoices(item.name);
  // While the package size is awaited, its line is empty, so that nothing moves.
  const packSize = notes ? notes.packSize : "\u00a0";
  const size = item.size ? t("Size {size}", { size: item.size.label }) : packSize;
  const few = left !== undefined && left >= item.quantity ? fewLeftText(left) : null;
  return (
    <article aria-label={name} className={styles.line} data-sold-out={left === 0 || undefined}>
      <div className={styles.picture}>
        {path ? (
          <Link to={path} tabIndex={-1} aria-hidden="true">
            {picture}
          </Link>
        ) : (
          picture
        )}
      </div>
      <div className={styles.facts}>
        <h2 lang={notes?.nameLang} className={styles.name}>
          {path ? (
            <Link to={path} className={textStyles.nameLink}>
              {product.name}
            </Link>
          ) : (
            product.name
          )}
        </h2>
        {size || few ? (
          <p className={styles.size}>
            {size} {few ? <span className={styles.few}>{few}</span> : null}
          </p>
        ) : null}
        {product.choices ? <p className={styles.size}>{product.choices}</p> : null}
        {item.weight ? (
          <p className={styles.each}>{`${moneyText(item.weight.perPoundCents)}/lb`}</p>
        ) : (
          <p className={styles.each} data-is-single={item.quantity === 1 || undefined}>
            {/* Elements, because browsers that translate replace the text nodes. */}
            {item.quantity > 1 ? (
              <span key="many">
                <span>{`${item.quantity} ×`}</span> <Money cents={item.priceCents} />
              </span>
            ) : (
              <span key="one">{nodes(t("<price/> each"), { price: <Money cents={item.priceCents} /> })}</span>
            )}
            {notes?.category ? (
              <UnitPriceText
                isAfterPrice
                offer={{ priceCents: item.priceCents, discountPriceCents: null, amount: notes.amount ?? null }}
                category={notes.category}
              />
            ) : null}
          </p>
        )}
        {notes?.quantity ? (
          <p className={styles.together}>
            {quantityHint(notes.quantity.prices, notes.quantity.unitCents, item.quantity)}
          </p>
        ) : null}
      </div>
      <div className={styles.sum}>
        <p>
          {item.weight ? <span className={styles.size}>{t("At most")} </span> : null}
          <Money cents={item.priceCents * item.quantity} />
        </p>
        {item.weight ? <p className={styles.size}>{expectedText(item.weight, item.quantity)}</p> : null}
      </div>
      {left === undefined || left >= item.quantity ? null : (
        <div className={styles.missing}>
          <p>{missingText(name, left)}</p>
          {left > 0 ? (
            <SmallButton onClick={() => changeQuantity(key, left)}>
              {nodes(t("<shown>Change to {left}</shown><hidden> of {name}</hidden>", { left, name }), {
                shown: (words) => <span>{words}</span>,
                hidden: (words) => <HiddenText>{words}</HiddenText>,
              })}
            </SmallButton>
          ) : null}
        </div>
      )}
      <div className={styles.controls}>
        <QuantityInput name={name} quantity={item.quantity} onChange={(quantity) => changeQuantity(key, quantity)} />
      </div>
      <LineNote item={item} name={name}>
        <button
          type="button"
          className={styles.link}
          aria-label={t("Remove {name}", { name })}
          // The undo button, which had the focus, has been removed.
          ref={isPutBack ? focusIfLost : undefined}
          onClick={onRemove}
        >
          {t("Remove")}
        </button>
      </LineNote>
    </article>
  );
}

/**
 * Link that opens the note and substitution preference of one line; they are open from the start if set.
 * @param children further links beside it
 */
function LineNote({ item, name, children }: { item: CartItem; name: string; children: ReactNode }) {
  const { note = "", preference = null } = item;
  const [isOpen, setOpen] = useState(note !== "" || preference !== null);
  const key = lineKey(item);
  const id = `note-${key}`;

  function handleToggle() {
    flushSync(() => setOpen(!isOpen));
    document.getElementById(id)?.querySelector("input")?.focus();
  }

  return (
    <>
      <div className={styles.links}>
        <button
          type="button"
          className={styles.link}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={handleToggle}
        >
          {nodes(t("Note<hidden> for {name}</hidden>", { name }), {
            hidden: (words) => <HiddenText>{words}</HiddenText>,
          })}
        </button>
        {children}
      </div>
      {isOpen ? (
        <div id={id} className={styles.note}>
          <NoteField
            label={t("Note for {name}", { name })}
            name={`note-${key}`}
            value={note}
            maxCharacters={MAX_CHARACTERS_OF_LINE_NOTE}
            isShort
            onChange={(text) => changeLinePreference(key, { preference, note: lineNoteFrom(text) })}
          />
          <LinePreference
            label={t("If it's out of stock")}
            name={`preference-${key}`}
            preference={preference}
            onChange={(chosen) => changeLinePreference(key, { preference: chosen, note })}
          />
        </div>
      ) : null}
    </>
  );
}

/** Returns how much a quantity saves, in cents, like `private.quantity_saving`. */
export function savedCents(prices: readonly QuantityPrice[], unitCents: number, quantity: number): number {
  return Math.max(
    0,
    ...prices.map(({ pieces, cents }) => Math.floor(quantity / pieces) * (pieces * unitCents - cents)),
  );
}

/**
 * Returns the text about prices by quantity in a cart line: "2 for $5.00; add 1 more to save $1.00".
 * @param prices result of `quantityPricesFor`; at least one
 */
export function quantityHint(prices: readonly QuantityPrice[], unitCents: number, quantity: number): string {
  const names = prices.map(quantityPriceText).join(", ");
  const saved = savedCents(prices, unitCents, quantity);
  const parts = saved > 0 ? [t("{names}: you save {amount}", { names, amount: moneyText(saved) })] : [names];
  const steps = prices.map(({ pieces }) => pieces - (quantity % pieces));
  const better = steps
    .toSorted((one, other) => one - other)
    .find((count) => savedCents(prices, unitCents, quantity + count) > saved);
  if (better !== undefined) {
    const added = savedCents(prices, unitCents, quantity + better) - saved;
    const amount = moneyText(added);
    parts.push(
      saved > 0
        ? t("add {count} more to save {amount} more", { count: better, amount })
        : t("add {count} more to save {amount}", { count: better, amount }),
    );
  }
  return parts.join("; ");
}
