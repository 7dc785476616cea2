import { type ComponentProps, useRef, useState } from "react";
import { sizedName } from "#app/values/sized-name.ts";
import styles from "./add-quantity.module.css";
import { AddToCartButton } from "./add-to-cart-button.tsx";
import { MIN_QUANTITY } from "./cart.ts";
import { QuantityInput } from "./quantity-input.tsx";

/** How many of a product, and the button that puts them into the cart. */
export function AddQuantity(
  props: Pick<ComponentProps<typeof AddToCartButton>, "product" | "size" | "chosen" | "inSize">,
) {
  const [quantity, setQuantity] = useState(MIN_QUANTITY);
  // A press that came before the page was alive is answered before what was typed then is drawn.
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
