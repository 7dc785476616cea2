import type { CategoryPrefix } from "#app/features/catalog/categories.ts";
import { ProductCard } from "#app/features/catalog/product-card.tsx";
import { productDescription } from "#app/features/catalog/product-structured-data.ts";
import { t } from "#app/messages/t.ts";
import { Section } from "#app/ui/section.tsx";
import textStyles from "#app/ui/text.module.css";
import { draftSummary } from "./draft-summary.ts";
import type { ProductDraft } from "./product-draft.ts";
import styles from "./product-editor.module.css";

/** Number of characters of a description that search engines show. */
const SHOWN_LENGTH = 155;

/** Preview of the product's card as shoppers would see it. */
export function CardPreview({
  draft,
  image,
  prefix,
  id,
}: {
  draft: ProductDraft;
  image: string;
  prefix: CategoryPrefix;
  id: number;
}) {
  return (
    <Section title={t("Card")}>
      {/* Inert, because its links would leave the form. */}
      <div inert className={styles.card}>
        <ProductCard product={draftSummary(draft, { id, prefix, image })} />
      </div>
    </Section>
  );
}

/** Preview of the product in search engine results. */
export function SearchPreview({ draft, path, shopName }: { draft: ProductDraft; path: string; shopName: string }) {
  const description = productDescription(draft);
  return (
    <Section title={t("Search result")}>
      <div className={styles.result}>
        <p className={styles.path}>{path}</p>
        <p className={styles.title}>
          {draft.name === "" ? t("Name") : draft.name} | {shopName}
        </p>
        <p className={textStyles.meta}>
          {description === ""
            ? t("Without a description, search engines choose a text from the page.")
            : description.length > SHOWN_LENGTH
              ? `${description.slice(0, SHOWN_LENGTH)}…`
              : description}
        </p>
      </div>
    </Section>
  );
}
