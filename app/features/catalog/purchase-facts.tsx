import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import type { CategoryPrefix } from "./categories.ts";
import type { Allergen, Product } from "./product.ts";
import { ALLERGEN_NAMES, listAttributes } from "./product-attributes.ts";
import { fewLeftText, type ProductSize } from "./product-size.ts";
import styles from "./purchase-facts.module.css";

/**
 * Facts below the button that adds the product: availability and the next pickup in one line, which opens delivery and
 * returns; allergens.
 * @param pickup the next pickup time; empty while it loads
 * @param delivery returns the delivery terms
 */
export function PurchaseFacts({
  product,
  size,
  pickup,
  delivery,
}: {
  product: Product;
  size: ProductSize | null;
  pickup: ReactNode;
  delivery: (isOpen: boolean) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const { fewLeft } = size ?? product;
  return (
    <Stack as="section" gap={2} aria-label={t("Before you buy")}>
      <details
        className={styles.facts}
        // It may have been opened before hydration.
        ref={(element) => {
          if (element?.open) setOpen(true);
        }}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          <span className={styles.availability} data-sold-out={product.isSoldOut || undefined} data-few={fewLeft}>
            {product.isSoldOut ? t("Sold out") : fewLeft ? fewLeftText(fewLeft) : t("In stock")}
          </span>
          <span className={styles.pickup}>{pickup}</span>
          <span className={styles.details}>{t("Details")}</span>
        </summary>
        <Stack gap={2}>
          {delivery(isOpen)}
          <p>
            {returnTerms(product.prefix)} <Link to="/delivery-and-returns">{t("Returns")}</Link>
          </p>
        </Stack>
      </details>
      {product.isSnapEligible ? <p className={styles.snap}>{t("SNAP eligible")}</p> : null}
      <AllergenChips title={t("Contains")} allergens={product.contains} />
      <AllergenChips title={t("May contain")} allergens={product.mayContain} />
    </Stack>
  );
}

function AllergenChips({ title, allergens }: { title: string; allergens: readonly Allergen[] }) {
  if (allergens.length === 0) return null;
  return (
    <Row gap={2} rowGap={1} align="center">
      <span>{title}</span>
      <Row as="ul" gap={2} rowGap={1} align="center" aria-label={title}>
        {allergens.map((allergen) => (
          <li key={allergen} className={styles.chip}>
            {ALLERGEN_NAMES[allergen]()}
          </li>
        ))}
      </Row>
    </Row>
  );
}

/** Returns a summary of the return terms on /delivery-and-returns. */
function returnTerms(prefix: CategoryPrefix): string {
  if (prefix === "wears") return t("Return it unworn within 14 days.");
  if (prefix === "beauty") return t("Return it unopened within 14 days.");
  return t("Damaged or spoiled? Tell us within 2 days.");
}

/** Attributes of a product as a list; hidden without any. */
export function AttributeList({ product }: { product: Product }) {
  const facts = listAttributes(product);
  if (facts.length === 0) return null;
  return (
    <section aria-label={t("Product details")} className={styles.attributes}>
      <Stack as="dl" gap={2}>
        {facts.map(({ name, text, lang }) => (
          <div key={name} className={styles.fact}>
            <dt className={textStyles.soft}>{name}</dt>
            <dd lang={lang}>{text}</dd>
          </div>
        ))}
      </Stack>
      <p className={textStyles.meta}>{t("Always check the package label.")}</p>
    </section>
  );
}
