import type { Product } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import { ButtonLink } from "#app/ui/button.tsx";

/** Link to request a message when a sold-out product, or a size of it, is back; hidden if all are in stock. */
export function BackInStockLink({ product: { prefix, id, isSoldOut, sizes } }: { product: Product }) {
  return isSoldOut || sizes.some((size) => size.isSoldOut) ? (
    <div>
      <ButtonLink
        to={`/stock-messages?product=${prefix}-${id}`}
        variation={isSoldOut ? "primary" : "secondary"}
        size={isSoldOut ? "large" : "medium"}
        isWide={isSoldOut}
      >
        {t("Tell me when it's back")}
      </ButtonLink>
    </div>
  ) : null;
}
