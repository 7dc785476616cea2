import { type ComponentProps, type ComponentType, useState } from "react";
import { useNavigate } from "react-router";
import { currentPriceCents, type ProductSummary, productPath } from "#app/features/catalog/product.ts";
import type { ChosenOnPage, Prepared } from "#app/features/catalog/product-page.tsx";
import type { ProductSize } from "#app/features/catalog/product-size.ts";
import { t } from "#app/messages/t.ts";
import { Button, type ButtonLook } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { sizedName } from "#app/values/sized-name.ts";
import { langOf } from "#app/values/untranslated.ts";
import styles from "./add-to-cart-button.module.css";
import { MIN_QUANTITY } from "./cart.ts";
import { addToCart } from "./cart-store.ts";
import { itemWeight } from "./offer.ts";
import type { SizeDialog } from "./size-dialog.tsx";

/**
 * Button to add a product to the cart. A product with sizes uses the chosen size, or opens the size dialog. On the card
 * of a product with choices, the button opens the product page.
 * @param chosen size and choices selected on the product page; absent on a card
 * @param inSize fixed size, which needs no choice
 * @param getQuantity returns the quantity to add per click
 */
export function AddToCartButton({
  product,
  size = "medium",
  chosen,
  inSize = null,
  getQuantity = () => MIN_QUANTITY,
  onAdded,
}: {
  product: ProductSummary;
  size?: ButtonLook["size"] | undefined;
  chosen?: ChosenOnPage | undefined;
  inSize?: ProductSize | null | undefined;
  getQuantity?: () => number;
  onAdded?: () => void;
}) {
  const navigate = useNavigate();
  // Most cards never need the dialog, so it loads on the first click that does.
  const [LoadedDialog, setLoadedDialog] = useState<ComponentType<ComponentProps<typeof SizeDialog>> | null>(null);

  const name = sizedName(product.name, inSize?.label);
  const needsChoice = product.choiceGroups.length > 0;

  function add(addedSize: ProductSize | null, prepared?: Prepared) {
    putIntoCart(product, addedSize, getQuantity(), prepared);
    onAdded?.();
  }

  async function handleClick() {
    if (chosen) {
      const found = chosen.findSize();
      const prepared = found === "missing" ? found : chosen.findPrepared();
      if (found !== "missing" && prepared !== "missing") add(found, prepared);
      return;
    }
    if (needsChoice) return await navigate(productPath(product));
    if (inSize || product.sizes.length === 0) return add(inSize);
    try {
      const { SizeDialog } = await import("./size-dialog.tsx");
      setLoadedDialog(() => SizeDialog);
    } catch {
      // The product page has a choice of sizes, too.
      await navigate(productPath(product));
    }
  }

  if (product.isSoldOut || inSize?.isSoldOut) {
    return (
      <Button size={size} isWide disabled aria-label={t("Sold out: {name}", { name })}>
        {t("Sold out")}
      </Button>
    );
  }
  return (
    <>
      <Button
        size={size}
        isWide
        aria-label={needsChoice && !chosen ? t("Choose: {name}", { name }) : t("Add to Cart: {name}", { name })}
        aria-haspopup={product.sizes.length > 0 && !chosen && !inSize && !needsChoice ? "dialog" : undefined}
        onClick={handleClick}
      >
        {needsChoice && !chosen ? (
          t("Choose")
        ) : (
          <span>
            {t("Add", {}, "to the cart")}
            <span className={styles.rest}>{t(" to Cart", {}, "after Add")}</span>
          </span>
        )}
      </Button>
      {LoadedDialog ? <LoadedDialog product={product} onChoose={add} onClose={() => setLoadedDialog(null)} /> : null}
    </>
  );
}

/** Adds a product to the cart, in the chosen size and preparation, and shows a toast. */
function putIntoCart(product: ProductSummary, size: ProductSize | null, quantity: number, prepared?: Prepared): void {
  // The service worker marks pages from its cache: their prices may be outdated.
  if (document.documentElement.dataset["savedAt"]) {
    showToast({ kind: "error", text: t("You are offline. Connect to add products.") });
    return;
  }
  const { id, name, image } = product;
  const offer = size ?? product;
  const priceCents = currentPriceCents(offer);
  const weight = itemWeight(offer);
  const item = { id, name, size: size && { id: size.id, label: size.label }, priceCents, ...weight, image, quantity };
  addToCart(prepared ? { ...item, ...prepared, priceCents: priceCents + prepared.addedCents } : item);
  showToast({
    kind: "success",
    text: t("Item added to cart"),
    link: {
      about: sizedName(prepared?.name ?? name, size?.label),
      aboutLang: langOf(product, "name"),
      to: "/cart",
      label: t("Go to cart"),
    },
  });
}
