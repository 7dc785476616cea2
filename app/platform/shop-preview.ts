/** Cookie by which staff see a store that is not open to the public yet. */
export const SHOP_PREVIEW_COOKIE = "shop-preview";

/** Lets this browser see the store before it opens, until the browser closes. */
export function allowShopPreview(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox has no Cookie Store API.
  document.cookie = `${SHOP_PREVIEW_COOKIE}=1; path=/; samesite=lax`;
}
