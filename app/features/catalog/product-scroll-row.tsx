import type { ReactNode } from "react";
import { FormMessage } from "#app/ui/form-message.tsx";
import { ScrollRow, ScrollRowItem } from "#app/ui/scroll-row.tsx";
import { Section } from "#app/ui/section.tsx";
import type { ProductSummary } from "./product.ts";
import { ProductCard } from "./product-card.tsx";

/** Titled row of products with a link to all of them, or a message if they could not be read. */
export function ProductScrollRow({
  id,
  title,
  more,
  products,
  errorText,
  actions,
}: {
  id?: string;
  title: string;
  more?: { to: string; label: string; describedAs?: string };
  products: readonly ProductSummary[] | null;
  errorText: string;
  actions: (product: ProductSummary) => ReactNode;
}) {
  if (products?.length === 0) return null;
  return (
    <Section {...(id ? { id } : {})} title={title} more={more}>
      {products ? (
        <ScrollRow label={title}>
          {products.map((product) => (
            <ScrollRowItem key={product.id}>
              <ProductCard product={product}>{actions(product)}</ProductCard>
            </ScrollRowItem>
          ))}
        </ScrollRow>
      ) : (
        <FormMessage>{errorText}</FormMessage>
      )}
    </Section>
  );
}
