import type { ReactNode } from "react";
import { Link } from "react-router";
import { splitChoices } from "#app/features/catalog/split-choices.ts";
import { preferenceLabel } from "#app/features/catalog/substitution-preference.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { Money } from "#app/ui/money.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { UserText } from "#app/ui/user-text.tsx";
import { langOf } from "#app/values/untranslated.ts";
import { givenBackQuantity, isAtMost, lineCents, lineSizeText, type OrderLine, weighedText } from "./order-line.ts";
import styles from "./order-lines.module.css";
import { substitutionText } from "./substitution.ts";

/**
 * Lists the products of an order with image, quantity, and price.
 * @param lineTools staff controls, which replace each line's list of substitutions
 */
export function OrderLines({
  lines,
  wasHeld = false,
  lineTools,
}: {
  lines: readonly OrderLine[];
  /** Whether the order's card was only authorized at first. */
  wasHeld?: boolean;
  lineTools?: ((line: OrderLine) => ReactNode) | undefined;
}) {
  if (lines.length === 0) return <p>{t("No items for this order.")}</p>;
  return (
    <Stack as="ul" gap={3}>
      {lines.map((line, index) => {
        const product = splitChoices(line.name);
        const size = lineSizeText(line);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may have no id, and are never reordered.
          <li key={index} className={styles.line}>
            <div className={styles.picture}>
              {line.imageUrl ? <Picture src={line.imageUrl} alt="" width={160} height={160} /> : null}
            </div>
            <div>
              <p lang={langOf(line, "name")} className={styles.name}>
                {line.path ? (
                  <Link to={line.path} className={textStyles.nameLink}>
                    {product.name}
                  </Link>
                ) : (
                  product.name
                )}
              </p>
              {size ? <p className={textStyles.strong}>{size}</p> : null}
              {product.choices ? <p className={styles.change}>{product.choices}</p> : null}
              {isWeighed(line) && line.quantity === 1 && givenBackQuantity(line) === 0 ? null : (
                <p className={textStyles.meta}>
                  <span>{`${line.quantity} ×`}</span> {isWeighed(line) ? null : <Money cents={line.unitPriceCents} />}
                  {givenBackQuantity(line) > 0 ? (
                    <span>{` · ${t("{count} refunded", { count: givenBackQuantity(line) })}`}</span>
                  ) : null}
                </p>
              )}
              {line.weight ? <p className={styles.change}>{weighedText(line.weight, line.quantity)}</p> : null}
              {lineTools
                ? null
                : line.changes.map((change) => (
                    <p key={change.id} className={styles.change}>
                      {change.isSettled
                        ? substitutionText(line, change, wasHeld)
                        : t("{change} once the order is packed", { change: substitutionText(line, change, wasHeld) })}
                    </p>
                  ))}
              {line.note ? (
                <p className={styles.note}>{nodes(t("Note: <note/>"), { note: <UserText>{line.note}</UserText> })}</p>
              ) : null}
              {line.preference ? (
                <p className={styles.note}>
                  {t("If out of stock: {preference}", { preference: preferenceLabel(line.preference) })}
                </p>
              ) : null}
            </div>
            <p className={styles.price}>
              {isAtMost(line) ? (
                nodes(t("At most <price/>"), { price: <Money cents={lineCents(line)} /> })
              ) : (
                <Money cents={lineCents(line)} />
              )}
            </p>
            {lineTools ? <div className={styles.tools}>{lineTools(line)}</div> : null}
          </li>
        );
      })}
    </Stack>
  );
}

/** Returns whether the line's weight, not its price by the piece, is shown. */
function isWeighed({ weight }: OrderLine): boolean {
  return weight !== undefined && weight.packedPounds !== null;
}
