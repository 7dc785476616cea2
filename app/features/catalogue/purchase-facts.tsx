import type { ReactNode } from "react";
import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import type { CategoryPrefix } from "./categories.ts";
import type { Allergen, Product } from "./product.ts";
import { ALLERGEN_NAMES } from "./product-attributes.ts";
import { fewLeftText, type ProductSize } from "./product-size.ts";
import styles from "./purchase-facts.module.css";

/** Availability, pickup and delivery, returns, and allergens, below the button that adds the product. */
export function PurchaseFacts({
  product,
  size,
  children,
}: {
  product: Product;
  size: ProductSize | null;
  children?: ReactNode;
}) {
  const { fewLeft } = size ?? product;
  return (
    <Stack as="section" gap={2} aria-label={t("Before you buy")}>
      <p className={styles.availability} data-sold-out={product.isSoldOut || undefined} data-few={fewLeft}>
        {product.isSoldOut ? t("Sold out") : fewLeft ? fewLeftText(fewLeft) : t("In stock")}
      </p>
      {product.isSnapEligible ? <p className={styles.snap}>{t("SNAP eligible")}</p> : null}
      {children}
      <p>
        {returnTerms(product.prefix)} <Link to="/delivery-and-returns">{t("Returns")}</Link>
      </p>
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
