import { use, useState } from "react";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { Row } from "#app/ui/row.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
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
  const { isBusy, run } = useAttempt();
  const timeZone = use(ShopTimeZone);
  if (isGone) return null;
  const count = countItems({ ...emptyCart, items: savedCart.items });

  function answer(work: () => Promise<void>, message: string) {
    return run(async () => {
      try {
        await work();
        const { forgetCart } = await import("./saved-cart-queries.ts");
        await forgetCart(savedCart.id);
      } catch (error) {
        console.error(error);
      }
      setGone(true);
      showToast({ kind: "success", text: message });
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
        <Button disabled={isBusy} onClick={() => void answer(() => putBack(savedCart), t("Cart restored."))}>
          {t("Restore cart")}
        </Button>
        <Button
          variation="secondary"
          disabled={isBusy}
          onClick={() => void answer(() => Promise.resolve(), t("Saved cart discarded."))}
        >
          {t("Discard")}
        </Button>
      </Row>
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
