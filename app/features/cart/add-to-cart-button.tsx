import { currentPriceCents, type ProductTeaser } from "#app/features/catalogue/product.ts";
import { Button, type ButtonLook } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import styles from "./add-to-cart-button.module.css";
import { addToCart } from "./cart-store.ts";

export function AddToCartButton({
  product,
  size = "medium",
}: {
  product: ProductTeaser;
  size?: ButtonLook["size"];
}) {
  function handleClick() {
    addToCart({
      id: product.id,
      name: product.name,
      priceCents: currentPriceCents(product),
      image: product.image,
    });
    showToast({ kind: "success", text: "Item added to cart" });
  }

  if (product.isSoldOut) {
    return (
      <Button size={size} isWide disabled aria-label={`Sold out: ${product.name}`}>
        Sold out
      </Button>
    );
  }
  return (
    <Button size={size} isWide aria-label={`Add to Cart: ${product.name}`} onClick={handleClick}>
      <span>
        Add<span className={styles.rest}> to Cart</span>
      </span>
    </Button>
  );
}
