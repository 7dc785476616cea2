import type { ReactNode } from "react";
import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import type { CategoryPrefix } from "./categories.ts";
import type { Allergen, Product } from "./product.ts";
import { ALLERGEN_NAMES } from "./product-attributes.ts";
import styles from "./purchase-facts.module.css";

/** Availability, pickup and delivery, returns, and allergens, below the button that adds the product. */
export function PurchaseFacts({ product, children }: { product: Product; children?: ReactNode }) {
  return (
    <section aria-label={t("Before you buy")} className={styles.facts}>
      <p className={styles.availability} data-sold-out={product.isSoldOut || undefined}>
        {product.isSoldOut ? t("Sold out") : t("In stock")}
      </p>
      {product.isSnapEligible ? <p className={styles.snap}>{t("SNAP eligible")}</p> : null}
      {children}
      <p>
        {returnTerms(product.prefix)} <Link to="/delivery-and-returns">{t("Returns")}</Link>
      </p>
      <AllergenChips title={t("Contains")} allergens={product.contains} />
      <AllergenChips title={t("May contain")} allergens={product.mayContain} />
    </section>
  );
}

function AllergenChips({ title, allergens }: { title: string; allergens: readonly Allergen[] }) {
  if (allergens.length === 0) return null;
  return (
    <div className={styles.allergens}>
      <span>{title}</span>
      <ul aria-label={title} className={styles.chips}>
        {allergens.map((allergen) => (
          <li key={allergen} className={styles.chip}>
            {ALLERGEN_NAMES[allergen]()}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns a summary of the return terms on /delivery-and-returns. */
function returnTerms(prefix: CategoryPrefix): string {
  if (prefix === "wears") return t("Return it unworn within 14 days.");
  if (prefix === "beauty") return t("Return it unopened within 14 days.");
  return t("Damaged or spoiled? Tell us within 2 days.");
}
