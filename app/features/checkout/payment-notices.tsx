import { use } from "react";
import { missingText } from "#app/features/cart/cart-availability.ts";
import type { UnavailableItem } from "#app/features/payments/request-payment.ts";
import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { passFocusOn } from "#app/ui/pass-focus-on.ts";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { Stack } from "#app/ui/stack.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { type TimeWindow, windowText } from "#app/values/window-text.ts";
import styles from "./unavailable-notice.module.css";
import type { BackToCart } from "./use-back-to-cart.ts";

/** Replaces the payment form's button: lists what is no longer available, and leads back to a refilled cart. */
export function UnavailableNotice({
  message,
  items,
  backToCart,
}: {
  message: string;
  items: readonly UnavailableItem[];
  /** Undefined if there is no cart to return to. */
  backToCart: BackToCart | undefined;
}) {
  return (
    <>
      <FormMessage>
        <p>{t("{message} No card was charged.", { message })}</p>
        <ul className={styles.items}>
          {items.map((item) => (
            <li key={`${item.productId}-${item.sizeId}`}>{sentenceOf(item)}</li>
          ))}
        </ul>
      </FormMessage>
      {backToCart ? (
        <>
          <FormAnswer answer={backToCart.answer} />
          <Button size="large" isWide disabled={backToCart.isBusy} onClick={() => void backToCart.go(items)}>
            {t("Back to cart")}
          </Button>
        </>
      ) : null}
    </>
  );
}

function sentenceOf({ isSoldOut, quantityLeft, needsSize, ...item }: UnavailableItem): string {
  const name = sizedName(item.name, item.size);
  if (needsSize) return t("{name} now comes in sizes. Choose one.", { name });
  if (isSoldOut) return missingText(name, 0);
  return quantityLeft === null ? t("{name} is no longer for sale.", { name }) : missingText(name, quantityLeft);
}

/** Replaces the payment form's button when the chosen window is no longer available, and offers the next ones. */
export function WindowNotice({
  orderId,
  message,
  windows,
  onChosen,
}: {
  orderId: string;
  message: string;
  windows: readonly TimeWindow[];
  onChosen: () => void;
}) {
  const timeZone = use(ShopTimeZone);
  const { isBusy, answer, run } = useAttempt();
  return (
    <>
      <FormMessage>
        <p>{t("{message} No card was charged.", { message })}</p>
      </FormMessage>
      {windows.length === 0 ? <p>{t("No times are available in the next two weeks. Call us.")}</p> : null}
      <Stack as="ul" gap={2} ref={passFocusOn}>
        {windows.map((window) => (
          <li key={window.startsAt}>
            <Button
              variation="secondary"
              isWide
              disabled={isBusy}
              onClick={() =>
                run(async () => {
                  await runCommand("set_order_window", { order_id: orderId, starts_at: window.startsAt });
                  onChosen();
                })
              }
            >
              {windowText(window, timeZone)}
            </Button>
          </li>
        ))}
      </Stack>
      <FormAnswer answer={answer} />
    </>
  );
}
