import { rememberZip } from "#app/features/cart/change-cart.ts";
import { useCart } from "#app/features/cart/use-cart.ts";
import { ZipCheck } from "#app/features/delivery/zip-check.tsx";

/** ZIP code field with delivery terms. The ZIP code is stored on this device and shared with the cart. */
export function StoredZipCheck() {
  return <ZipCheck zip={useCart().cart.deliveryZip} onZip={rememberZip} />;
}
