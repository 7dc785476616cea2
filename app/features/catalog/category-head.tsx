import type { ReactNode } from "react";
import { t } from "#app/messages/t.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { Row } from "#app/ui/row.tsx";
import textStyles from "#app/ui/text.module.css";
import { TextileEdge } from "#app/ui/textile.tsx";
import type { Category } from "./categories.ts";
import styles from "./category-head.module.css";

/** Heading of a listing with its number of products, whose changes are announced; its children follow. */
export function CategoryHead({
  category,
  totalCount,
  children,
}: {
  category: Category;
  totalCount: number | null;
  children?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <Breadcrumb steps={[{ name: t("Home"), path: "/home" }]} here={category.menuLabel()} />
      {children}
      <Row gap={4} rowGap={1} align="baseline" justify="between">
        <h1>{category.title()}</h1>
        <p role="status" className={textStyles.soft}>
          {totalCount === null ? null : t("{count, plural, one {# product} other {# products}}", { count: totalCount })}
        </p>
      </Row>
      <div className={styles.edge}>
        <TextileEdge pattern={category.pattern} />
      </div>
    </div>
  );
}
