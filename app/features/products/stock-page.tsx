import { Form, Link, useNavigation } from "react-router";
import { categories } from "#app/features/catalogue/categories.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import type { PageOf } from "#app/ui/pagination.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import { StockLine } from "./stock-line.tsx";
import styles from "./stock-page.module.css";
import { SHOWN, type StockFilter, type StockItem, stockAddress } from "./stock-queries.ts";

/** Stock page: find a product, change price or stock with one tap, and undo it with another. */
export function StockPage({ filter, items }: { filter: StockFilter; items: PageOf<StockItem> }) {
  const isLoading = useNavigation().state !== "idle";
  return (
    <>
      <h1>Products</h1>
      <p>
        <Link to="/desk/offers">Offers</Link> · <Link to="/desk/products/import">CSV import and export</Link>
      </p>
      <Form method="get" action="/desk/products" role="search" aria-label="Find products" className={styles.filter}>
        <TextField
          key={`words ${filter.words}`}
          label="Name"
          name="words"
          type="search"
          autoComplete="off"
          defaultValue={filter.words}
        />
        <SelectField key={`show ${filter.show}`} label="Show" name="show" defaultValue={filter.show}>
          {Object.entries(SHOWN).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          key={`category ${filter.category}`}
          label="Category"
          name="category"
          defaultValue={filter.category ?? ""}
        >
          <option value="">All</option>
          {categories.map(({ prefix, title }) => (
            <option key={prefix} value={prefix}>
              {title}
            </option>
          ))}
        </SelectField>
        <Button type="submit">Find</Button>
      </Form>
      <div aria-live="polite" aria-busy={isLoading}>
        <p>{items.totalCount === 1 ? "1 product" : `${items.totalCount} products`}</p>
      </div>
      <ul>
        {items.items.map((item) => (
          <StockLine key={item.id} item={item} onChanged={invalidateReads} />
        ))}
      </ul>
      <Pagination path={stockAddress(filter)} pageIndex={items.pageIndex} pageCount={items.pageCount} />
    </>
  );
}
