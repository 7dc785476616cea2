import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { AvailabilityFields } from "./availability-fields.tsx";
import { priceProblems, readPriceDraft } from "./price-draft.ts";
import { PriceFields } from "./price-fields.tsx";
import type { Stock } from "./save-stock.ts";
import { COUNT_PROBLEM } from "./size-draft.ts";
import { type Prices, priceText } from "./stock-labels.ts";
import styles from "./stock-line.module.css";
import type { StockItem } from "./stock-queries.ts";
import { availabilityFrom, countTyped } from "./typed-stock.ts";

export function PriceForm({ item, onSend }: { item: StockItem; onSend: (after: Prices) => Promise<string | null> }) {
  const form = useForm({
    read: readPriceDraft,
    check: priceProblems,
    send: async ({ priceCents, offerCents }) => {
      const rejection = await onSend({ priceCents: priceCents ?? 0, discountPriceCents: offerCents });
      return rejection === null ? null : rejected(rejection);
    },
  });
  return (
    <form {...form.props} aria-label={`Price of ${item.name}`} className={styles.form}>
      <PriceFields {...item.regularPrices} discountHint="Leave empty for no discount" errors={form.errors} />
      {item.isOnTimedOffer ? (
        <p>
          An offer is running. Current price: {priceText(item)}. These prices apply when it ends. See{" "}
          <Link to="/desk/offers">Offers</Link>.
        </p>
      ) : null}
      {item.sizes.length > 0 ? <p>Sizes with their own price keep it.</p> : null}
      <FormAnswer answer={form.answer} />
      <div>
        <Button type="submit" disabled={form.isBusy}>
          Save price
        </Button>
      </div>
    </form>
  );
}

export function StockForm({ item, onSend }: { item: StockItem; onSend: (after: Stock) => Promise<string | null> }) {
  const form = useForm({
    read: (field): Stock => {
      const availability = availabilityFrom(field("availability"));
      return {
        availability,
        stockCount: availability === "counted" ? countTyped(field("stock_count")) : null,
      };
    },
    check: ({ availability, stockCount }): { stock_count?: string } =>
      availability === "counted" && stockCount === null ? { stock_count: COUNT_PROBLEM } : {},
    send: async (after) => {
      // A count that is not needed is kept.
      const rejection = await onSend({ ...after, stockCount: after.stockCount ?? item.stockCount });
      return rejection === null ? null : rejected(rejection);
    },
  });
  return (
    <form {...form.props} aria-label={`Stock of ${item.name}`} className={styles.form}>
      {item.sizes.length > 0 ? <p>Each size has its own stock. Edit it on the product's card.</p> : null}
      <AvailabilityFields
        availability={item.availability}
        stockCount={item.stockCount}
        error={form.errors.stock_count}
      />
      <FormAnswer answer={form.answer} />
      <div>
        <Button type="submit" disabled={form.isBusy}>
          Save stock
        </Button>
      </div>
    </form>
  );
}
