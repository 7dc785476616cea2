import { Link } from "react-router";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import styles from "#app/ui/chip.module.css";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Row } from "#app/ui/row.tsx";
import { choicesOf } from "./filter-labels.ts";
import { focusFilterButton } from "./filter-panel.tsx";
import type { FilterCounts } from "./filter-queries.ts";
import { filteredAddress, type ProductFilters } from "./product-filters.ts";

/** Active filters of a listing, each with a button to remove it, and one to remove all. */
export function ChosenFilters({
  path,
  filters,
  sizeNames,
}: {
  path: string;
  filters: ProductFilters;
  sizeNames: FilterCounts["sizeNames"];
}) {
  const choices = choicesOf(filters, sizeNames);
  if (choices.length === 0) return null;
  return (
    <Row as="ul" gap={2} aria-label={t("Selected filters")}>
      {choices.map(({ name, without }) => (
        <li key={name}>
          <Link
            to={filteredAddress(path, without)}
            rel="nofollow"
            preventScrollReset
            onClick={focusFilterButton}
            className={styles.chip}
          >
            <HiddenText>{t("Remove")} </HiddenText>
            {name}
            <Icon name="cross" />
          </Link>
        </li>
      ))}
      {choices.length > 1 ? (
        <li>
          <Link to={path} preventScrollReset onClick={focusFilterButton} className={styles.clear}>
            {t("Clear all")}
          </Link>
        </li>
      ) : null}
    </Row>
  );
}

/** Shown instead of products when no product matches the filters above. */
export function NoneFits({ path, allCount }: { path: string; allCount: number }) {
  return (
    <p>
      {nodes(
        t(
          "No products match all filters. Remove one above, or <all>{count, plural, one {show # product} other {show all # products}}</all>.",
          { count: allCount },
        ),
        {
          all: (words) => (
            <Link to={path} preventScrollReset onClick={focusFilterButton}>
              {words}
            </Link>
          ),
        },
      )}
    </p>
  );
}
