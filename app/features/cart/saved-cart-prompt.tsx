import { use, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { focusNear } from "#app/ui/focus-if-lost.ts";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { Row } from "#app/ui/row.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { orError } from "#app/values/error-text.ts";
import { dayWords } from "#app/values/shop-clock.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { countItems, emptyCart } from "./cart.ts";
import { atCurrentPrices } from "./cart-changes.ts";
import { getCartView, saveChangedCart } from "./cart-store.ts";
import { noteShortages } from "./current-cart.ts";
import { mergeSaved, type SavedCart } from "./saved-cart.ts";

/** Prompt to restore a saved cart, which is never restored automatically. */
export function SavedCartPrompt({ savedCart }: { savedCart: SavedCart }) {
  const [isGone, setGone] = useState(false);
  const { isBusy, answer, run } = useAttempt();
  const timeZone = use(ShopTimeZone);
  if (isGone) return null;
  const count = countItems({ ...emptyCart, items: savedCart.items });

  const forget = () => import("./saved-cart-queries.ts").then(({ forgetCart }) => forgetCart(savedCart.id));

  function close(text: string) {
    flushSync(() => setGone(true));
    focusNear(null);
    showToast({ kind: "success", text });
  }

  function handleRestore() {
    return run(async () => {
      await orError(putBack(savedCart), t("We couldn't fill your cart. Try again."));
      // If it stays in the account, it is not offered again while the cart contains it.
      await forget().catch(console.error);
      close(t("Cart restored."));
    });
  }

  function handleDiscard() {
    return run(async () => {
      await orError(forget(), t("We couldn't discard the cart. Try again."));
      close(t("Saved cart discarded."));
    });
  }

  return (
    <PanelSection
      title={t("{count, plural, one {Your cart from {day}: # item} other {Your cart from {day}: # items}}", {
        count,
        day: dayWords(savedCart.savedAt, new Date(), timeZone),
      })}
      size="lead"
    >
      <p>{savedCart.items.map((item) => `${item.quantity} × ${sizedName(item.name, item.size?.label)}`).join(", ")}</p>
      <Row gap={3}>
        <Button disabled={isBusy} onClick={handleRestore}>
          {t("Restore cart")}
        </Button>
        <Button variation="secondary" disabled={isBusy} onClick={handleDiscard}>
          {t("Discard")}
        </Button>
      </Row>
      <FormAnswer answer={answer} />
    </PanelSection>
  );
}

/** Restores the saved cart at current prices if they can be read; changes are shown above the lines. */
async function putBack({ items }: SavedCart): Promise<void> {
  const { readCurrentProducts } = await import("./current-product-queries.ts");
  const current = await readCurrentProducts(items).catch((error: unknown) => {
    console.error(error);
    return [];
  });
  const merged = mergeSaved(getCartView().cart, items);
  const priced = atCurrentPrices(merged.cart, current);
  noteShortages(current);
  saveChangedCart(priced.cart, [...merged.changes, ...priced.changes]);
}
