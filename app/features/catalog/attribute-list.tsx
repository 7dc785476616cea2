import { t } from "#app/messages/t.ts";
import { Stack } from "#app/ui/stack.tsx";
import styles from "./attribute-list.module.css";
import type { Product } from "./product.ts";
import { listAttributes } from "./product-attributes.ts";

/** Attributes of a product as a list; hidden without any. */
export function AttributeList({ product }: { product: Product }) {
  const facts = listAttributes(product);
  if (facts.length === 0) return null;
  return (
    <section aria-label={t("Product details")} className={styles.facts}>
      <Stack as="dl" gap={2}>
        {facts.map(({ name, text, lang }) => (
          <div key={name} className={styles.fact}>
            <dt className={styles.name}>{name}</dt>
            <dd lang={lang}>{text}</dd>
          </div>
        ))}
      </Stack>
      <p className={styles.note}>{t("Always check the package label.")}</p>
    </section>
  );
}
