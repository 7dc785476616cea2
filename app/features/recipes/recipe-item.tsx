import { Link } from "react-router";
import { productPath } from "#app/features/catalog/product.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Money } from "#app/ui/money.tsx";
import { Picture } from "#app/ui/picture.tsx";
import textStyles from "#app/ui/text.module.css";
import { langOf } from "#app/values/untranslated.ts";
import { amountNeeded, isSoldOut, lineCents, needsSize, packsNeeded, type RecipeLine } from "./recipe.ts";
import styles from "./recipe-item.module.css";

/** Name of the checkboxes that select products. */
export const TAKEN = "taken";

/** Product of a recipe: checkbox, needed amount, and number of packs. */
export function RecipeItem({ line, times }: { line: RecipeLine; times: number }) {
  const { product, size } = line;
  const path = productPath(product);
  const amount = amountNeeded(line, times);
  const soldOut = isSoldOut(line);
  return (
    <article className={styles.item} data-sold-out={soldOut || undefined}>
      <label className={styles.take}>
        <input
          type="checkbox"
          name={TAKEN}
          value={product.id}
          defaultChecked={!soldOut}
          disabled={soldOut}
          className={styles.box}
        />
        <HiddenText>{t("Include {name}", { name: product.name })}</HiddenText>
      </label>
      <Link to={path} tabIndex={-1} aria-hidden="true" className={styles.picture}>
        <Picture src={product.image} alt="" />
      </Link>
      <div>
        <h3 lang={langOf(product, "name")} className={styles.name}>
          <Link to={path} prefetch="intent" className={textStyles.nameLink}>
            {product.name}
          </Link>
        </h3>
        <p className={textStyles.meta}>
          {amount ? <>{nodes(t("<amount/> needed:"), { amount: <strong>{amount}</strong> })} </> : null}
          <span>
            {needsSize(line) ? t("choose a size") : packsText(packsNeeded(line, times), size?.label ?? product.size)}
          </span>
        </p>
      </div>
      <p className={styles.price}>
        {soldOut ? (
          <span className={textStyles.error}>{t("Sold out")}</span>
        ) : (
          <>
            {needsSize(line) ? <span className={styles.from}>{t("From")} </span> : null}
            <Money cents={lineCents(line, times)} />
          </>
        )}
      </p>
    </article>
  );
}

/** Non-breaking spaces keep the multiplication sign with its numbers. */
function packsText(count: number, pack: string): string {
  if (pack !== "") return `${count}\u00a0×\u00a0${pack}`;
  return t("{count, plural, one {# pack} other {# packs}}", { count });
}
