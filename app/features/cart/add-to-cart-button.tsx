import { type ComponentProps, type ComponentType, useState } from "react";
import { useNavigate } from "react-router";
import { type ProductTeaser, productPath } from "#app/features/catalogue/product.ts";
import type { SizeChosen } from "#app/features/catalogue/product-page.tsx";
import { Button, type ButtonLook } from "#app/ui/button.tsx";
import styles from "./add-to-cart-button.module.css";
import { putIntoCart } from "./put-into-cart.ts";
import type { SizeDialog } from "./size-dialog.tsx";

/**
 * What comes in sizes is added in the size that was chosen on its page, or else asks for one.
 * @param chosen on the product's own page; a card has none
 */
export function AddToCartButton({
  product,
  size = "medium",
  chosen,
}: {
  product: ProductTeaser;
  size?: ButtonLook["size"];
  chosen?: SizeChosen;
}) {
  const navigate = useNavigate();
  // Few cards ask, so the dialog comes with the first question.
  const [Asking, setAsking] = useState<ComponentType<ComponentProps<typeof SizeDialog>> | null>(null);

  async function handleClick() {
    if (product.sizes.length === 0) return putIntoCart(product, null);
    if (chosen) {
      const found = chosen.findSize();
      return found ? putIntoCart(product, found) : chosen.onMissing();
    }
    try {
      const { SizeDialog } = await import("./size-dialog.tsx");
      setAsking(() => SizeDialog);
    } catch {
      // The product's page asks, too.
      await navigate(productPath(product));
    }
  }

  if (product.isSoldOut) {
    return (
      <Button size={size} isWide disabled aria-label={`Sold out: ${product.name}`}>
        Sold out
      </Button>
    );
  }
  return (
    <>
      <Button
        size={size}
        isWide
        aria-label={`Add to Cart: ${product.name}`}
        aria-haspopup={product.sizes.length > 0 && !chosen ? "dialog" : undefined}
        onClick={handleClick}
      >
        <span>
          Add<span className={styles.rest}> to Cart</span>
        </span>
      </Button>
      {Asking ? (
        <Asking
          product={product}
          onChoose={(size) => putIntoCart(product, size)}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}
