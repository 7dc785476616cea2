import type { ReactNode } from "react";
import type { ProductSummary } from "#app/features/catalog/product.ts";
import { ProductCard } from "#app/features/catalog/product-card.tsx";
import { t } from "#app/messages/t.ts";
import { Carousel, CarouselSlide } from "#app/ui/carousel.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Section } from "#app/ui/section.tsx";

const ADVANCE_MS = 4000;

/** Carousel of discounted products of all categories, or an error message if they could not be read. */
export function BestOffers({
  products,
  actions,
}: {
  products: readonly ProductSummary[] | null;
  actions: (product: ProductSummary) => ReactNode;
}) {
  if (products?.length === 0) return null;
  return (
    <Section title={t("Best Offers")}>
      {products ? (
        <Carousel label={t("best offers")} slides="four" everyMs={ADVANCE_MS}>
          {products.map((product) => (
            <CarouselSlide key={product.id}>
              <ProductCard product={product}>{actions(product)}</ProductCard>
            </CarouselSlide>
          ))}
        </Carousel>
      ) : (
        <FormMessage>{t("Could not load all products data")}</FormMessage>
      )}
    </Section>
  );
}
