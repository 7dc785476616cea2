import { Form, useSubmit } from "react-router";
import { categories } from "#app/features/catalog/categories.ts";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { Options, SelectField, TextField } from "#app/ui/field.tsx";
import { useListedFields } from "#app/ui/use-listed-fields.ts";
import styles from "./product-table-page.module.css";
import { sortLabels, statusLabels, stockLabels, type TableFilter, tableFilterFrom } from "./table-filter.ts";

/**
 * Filter of the product table. Choices apply immediately, search words on Enter.
 * @param hasSort whether the form has a field for the sort order, which the grid has in its headings
 */
export function FilterForm({
  filter,
  hasSort = false,
  onSubmit,
}: {
  filter: TableFilter;
  hasSort?: boolean;
  /** Called with the chosen filter instead of navigating. */
  onSubmit?: (chosen: TableFilter) => void;
}) {
  const submit = useSubmit();
  const order = `${filter.isDescending ? "-" : ""}${filter.sort}`;
  const { words, category, status, stock } = filter;
  const fields = useListedFields({ words, category: category ?? "", status, stock, sort: order });
  return (
    <Form
      method="get"
      action="/desk/products"
      role="search"
      aria-label={t("Find products")}
      ref={fields}
      className={styles.form}
      data-narrow={hasSort || undefined}
      onChange={(event) => {
        if (!hasSort && event.target instanceof HTMLSelectElement) {
          void submit(event.currentTarget, { replace: true, preventScrollReset: true });
        }
      }}
      onSubmit={(event) => {
        if (onSubmit === undefined) return;
        event.preventDefault();
        const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
        onSubmit(tableFilterFrom(new URLSearchParams(fields)));
      }}
    >
      <TextField label={t("Name or code")} name="words" type="search" defaultValue={filter.words} />
      <SelectField label={t("Category")} name="category" defaultValue={filter.category ?? ""}>
        <option value="">{t("All", {}, "categories")}</option>
        <Options of={categories.map(({ prefix, title }) => [prefix, title()])} />
      </SelectField>
      <SelectField label={t("Status")} name="status" defaultValue={filter.status}>
        <Options of={Object.entries(statusLabels())} />
      </SelectField>
      <SelectField label={t("Stock")} name="stock" defaultValue={filter.stock}>
        <Options of={Object.entries(stockLabels())} />
      </SelectField>
      {hasSort ? (
        <SelectField label={t("Order", {}, "sorting")} name="sort" defaultValue={order}>
          <Options of={Object.entries(sortLabels())} />
          {order in sortLabels() ? null : (
            <option value={order}>{t("{order}, descending", { order: sortLabels()[filter.sort] })}</option>
          )}
        </SelectField>
      ) : (
        <input type="hidden" name="sort" value={order} />
      )}
      <Button type="submit">{hasSort ? t("Show products") : t("Find")}</Button>
    </Form>
  );
}
