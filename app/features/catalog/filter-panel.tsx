import { type FormEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Options, SelectField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { choicesOf, SORT_NAMES } from "./filter-labels.ts";
import styles from "./filter-options.module.css";
import { FilterGroup, FilterOption, FilterOptions, noChange } from "./filter-options.tsx";
import type { FilterCounts } from "./filter-queries.ts";
import { ALLERGENS } from "./product.ts";
import { ALLERGEN_NAMES, STORAGE } from "./product-attributes.ts";
import {
  compareSizes,
  filteredAddress,
  filtersFromParams,
  type ProductFilters,
  SORTS,
  STORAGE_KINDS,
} from "./product-filters.ts";

const OPENER_ID = "sort-and-filter";

/**
 * Sort order and filters of a listing: a form that works without scripts; with scripts each choice applies at once
 * and the panel stays open.
 * @param path of the listing without filters; it may have a query string
 * @param arranged label of the default order
 */
export function FilterPanel({
  path,
  arranged,
  filters,
  counts,
  totalCount,
}: {
  path: string;
  arranged: string;
  filters: ProductFilters;
  counts: FilterCounts;
  totalCount: number;
}) {
  const navigate = useNavigate();
  // The pressed state is shown until the requested page has loaded.
  const [pending, setPending] = useState<{ before: ProductFilters; next: ProductFilters } | null>(null);
  const shown = pending?.before === filters ? pending.next : filters;
  const chosenCount = choicesOf(shown).length;
  const [action = path, search] = path.split("?");

  function apply(form: HTMLFormElement) {
    const next = filtersFromParams(new URLSearchParams([...new FormData(form)] as [string, string][]));
    if (filteredAddress("", next) === filteredAddress("", shown)) return;
    setPending({ before: filters, next });
    void navigate(filteredAddress(path, next), { preventScrollReset: true });
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    apply(event.currentTarget);
    const details = event.currentTarget.closest("details");
    details?.querySelector("summary")?.focus();
    if (details) details.open = false;
  }

  return (
    <Disclosure
      variant="panel"
      id={OPENER_ID}
      summary={
        <>
          <Icon name="sliders" /> {t("Sort and filter")}
          {chosenCount > 0 ? <span className={styles.chosenCount}>{chosenCount}</span> : null}
        </>
      }
    >
      <Stack as="form" gap={4} action={action} onChange={(event) => apply(event.currentTarget)} onSubmit={handleSubmit}>
        {[...new URLSearchParams(search)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={styles.groups}>
          <div>
            <SelectField label={t("Sort by")} name="sort" value={shown.sort ?? ""} onChange={noChange}>
              <option value="">{arranged}</option>
              <Options of={SORTS.map((sort) => [sort, SORT_NAMES[sort]()])} />
            </SelectField>
            {shown.sort === "unit-price" ? (
              <p className={styles.note}>{t("By weight first, then by volume, piece, and yard.")}</p>
            ) : null}
          </div>
          <FilterGroup legend={t("Show only")}>
            {(
              [
                ["available", t("In stock"), shown.isAvailable],
                ["offer", t("On sale"), shown.isOnOffer],
                ["snap", t("SNAP eligible"), shown.isSnapEligible],
              ] as const
            ).map(([name, label, isChosen]) => (
              <FilterOption key={name} name={name} value="yes" label={label} isChosen={isChosen} count={counts[name]} />
            ))}
          </FilterGroup>
          <FilterOptions
            legend={t("Storage")}
            name="storage"
            minCount={2}
            options={STORAGE_KINDS}
            nameOf={(kind) => STORAGE[kind]()}
            chosen={shown.storage}
            counts={counts.storage}
          />
          <FilterOptions
            legend={t("Size")}
            name="size"
            options={[...new Set([...Object.keys(counts.sizes), ...shown.sizes])].sort(compareSizes)}
            nameOf={(size) => counts.sizeNames?.[size] ?? size}
            chosen={shown.sizes}
            counts={counts.sizes}
          />
          <FilterOptions
            legend={t("Free of")}
            name="free"
            options={ALLERGENS}
            nameOf={(allergen) => ALLERGEN_NAMES[allergen]()}
            chosen={shown.freeOf}
            counts={counts.free}
            note={t("Shows only products whose ingredients we know. Always check the package label.")}
          />
        </div>
        <div className={styles.foot}>
          <Button type="submit" needsNoScript>
            {t("{count, plural, one {Show # product} other {Show # products}}", { count: totalCount })}
          </Button>
          {chosenCount > 0 ? (
            <Link to={path} preventScrollReset onClick={focusFilterButton} className={styles.clear}>
              {t("Clear all")}
            </Link>
          ) : null}
        </div>
      </Stack>
    </Disclosure>
  );
}

/** Moves the keyboard focus to the filter button, because the clicked filter's button is removed with it. */
export function focusFilterButton(): void {
  document.getElementById(OPENER_ID)?.focus({ preventScroll: true });
}
