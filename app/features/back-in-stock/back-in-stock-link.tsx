import type { Product } from "#app/features/catalogue/product.ts";
import { t } from "#app/messages/t.ts";
import { ButtonLink } from "#app/ui/button.tsx";

/** Leads to the request for a message when a sold-out product, or a size of it, is back; nothing if all are in stock. */
export function BackInStockLink({ product: { prefix, id, isSoldOut, sizes } }: { product: Product }) {
  return isSoldOut || sizes.some((size) => size.isSoldOut) ? (
    <div>
      <ButtonLink to={`/stock-messages?product=${prefix}-${id}`} variation="secondary">
        {t("Tell me when it's back")}
      </ButtonLink>
    </div>
  ) : null;
}
