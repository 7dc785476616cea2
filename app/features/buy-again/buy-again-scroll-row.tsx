import { use, useEffect } from "react";
import { AddQuantity } from "#app/features/cart/add-quantity.tsx";
import { ProductCard } from "#app/features/catalog/product-card.tsx";
import { t } from "#app/messages/t.ts";
import { ScrollRow, ScrollRowItem } from "#app/ui/scroll-row.tsx";
import { Section } from "#app/ui/section.tsx";
import { type BuyAgainItem, cachedBuyAgain, cardOf, dropBuyAgain } from "./buy-again-queries.ts";

/** Products that the customer buys often, each with a quantity and a button; hidden without any. */
export function BuyAgainScrollRow({ buyAgain }: { buyAgain: readonly BuyAgainItem[] }) {
  if (buyAgain.length === 0) return null;
  const title = t("Buy again");
  return (
    <Section title={title}>
      <ScrollRow label={title}>
        {buyAgain.map((item) => (
          <ScrollRowItem key={`${item.product.id}-${item.size?.id}`}>
            <ProductCard product={cardOf(item)}>
              <AddQuantity product={item.product} inSize={item.size} />
            </ProductCard>
          </ScrollRowItem>
        ))}
      </ScrollRow>
    </Section>
  );
}

/** Buy-again products of the logged-in user. */
export function OwnBuyAgain({ userId }: { userId: string }) {
  // The next page with the row reads again: an order may have changed the products.
  useEffect(() => dropBuyAgain, []);
  return <BuyAgainScrollRow buyAgain={use(cachedBuyAgain(userId))} />;
}
