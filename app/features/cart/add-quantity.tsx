import { type ComponentProps, useRef, useState } from "react";
import { sizedName } from "#app/values/sized-name.ts";
import styles from "./add-quantity.module.css";
import { AddToCartButton } from "./add-to-cart-button.tsx";
import { MIN_QUANTITY } from "./cart.ts";
import { QuantityInput } from "./quantity-input.tsx";

/** Quantity field and button to add a product to the cart. */
export function AddQuantity(
  props: Pick<ComponentProps<typeof AddToCartButton>, "product" | "size" | "chosen" | "inSize">,
) {
  const [quantity, setQuantity] = useState(MIN_QUANTITY);
  // A click before hydration is replayed before a quantity typed before hydration is rendered, so this ref has the
  // latest one.
  const latest = useRef(quantity);
  const { product, inSize } = props;

  function handleChange(changed: number) {
    latest.current = changed;
    setQuantity(changed);
  }

  return (
    <div className={styles.add}>
      {product.isSoldOut || inSize?.isSoldOut ? null : (
        <QuantityInput name={sizedName(product.name, inSize?.label)} quantity={quantity} onChange={handleChange} />
      )}
      <AddToCartButton {...props} getQuantity={() => latest.current} onAdded={() => handleChange(MIN_QUANTITY)} />
    </div>
  );
}
