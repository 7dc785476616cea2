import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Category } from "./categories.ts";
import type { Allergen, Product } from "./product.ts";
import { ALLERGEN_NAMES } from "./product-attributes.ts";
import styles from "./purchase-facts.module.css";

/** Return terms in short, as on /delivery-and-returns; food has the others' place. */
const RETURNS: Partial<Record<Category["prefix"], string>> = {
  wears: "Return it unworn within 14 days.",
  beauty: "Return it unopened within 14 days.",
};
const FOOD_RETURNS = "Damaged or spoiled? Tell us within 2 days.";

/** Availability, pickup and delivery, returns, and allergens, under the button that adds the product. */
export function PurchaseFacts({ product, children }: { product: Product; children?: ReactNode }) {
  return (
    <section aria-label="Before you buy" className={styles.facts}>
      <p className={styles.availability} data-sold-out={product.isSoldOut || undefined}>
        {product.isSoldOut ? "Sold out" : "In stock"}
      </p>
      {product.isSnapEligible ? <p className={styles.snap}>SNAP eligible</p> : null}
      {children}
      <p>
        {RETURNS[product.prefix] ?? FOOD_RETURNS} <Link to="/delivery-and-returns">Returns</Link>
      </p>
      <AllergenChips title="Contains" allergens={product.contains} />
      <AllergenChips title="May contain" allergens={product.mayContain} />
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
            {ALLERGEN_NAMES[allergen]}
          </li>
        ))}
      </ul>
    </div>
  );
}
