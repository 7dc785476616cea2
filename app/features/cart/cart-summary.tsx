import type { ReactNode } from "react";
import type { SavedAddress } from "#app/features/saved-details/saved-address.ts";
import { Button } from "#app/ui/button.tsx";
import { RadioGroup, RadioOption, TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Money } from "#app/ui/money.tsx";
import { NoteField } from "#app/ui/note-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { WishQuestion } from "#app/ui/wish-fields.tsx";
import { MOST_SIGNS_OF_ORDER_NOTE } from "#app/values/wish.ts";
import { type Cart, countItems, totalCents } from "./cart.ts";
import {
  changeDeliveryAddress,
  changeDeliveryPhoneNumber,
  changeNote,
  chooseDelivery,
  chooseWish,
} from "./cart-store.ts";
import styles from "./cart-summary.module.css";
import { CodeCheckout } from "./code-checkout.tsx";
import { placeOf, SavedAddressChoice } from "./saved-address-choice.tsx";
import { useCheckout } from "./use-checkout.ts";

/** How the goods reach the shopper, what they cost, and the way to checkout. */
export function CartSummary({
  cart,
  blocked,
  savedAddresses,
  deliveryNote,
  deliveryProgress,
}: {
  cart: Cart;
  /** Why the cart cannot be ordered as it is; null when it can. */
  blocked: string | null;
  /** Those that the account keeps, the last one first. */
  savedAddresses: readonly SavedAddress[];
  deliveryNote: (totalCents: number) => string;
  deliveryProgress: (totalCents: number) => ReactNode;
}) {
  const { form, isProcessing, phoneError, proceed } = useCheckout(cart, blocked);
  const total = totalCents(cart);
  const count = countItems(cart);
  return (
    <Panel>
      <form {...form} aria-label="Checkout" className={styles.summary}>
        <RadioGroup legend="How would you like to get your order?">
          <RadioOption
            name="deliveryOption"
            value="pickup"
            label="Pickup"
            checked={cart.deliveryOption === "pickup"}
            onChange={() => chooseDelivery("pickup")}
          />
          <RadioOption
            name="deliveryOption"
            value="delivery"
            label="Delivery"
            checked={cart.deliveryOption === "delivery"}
            onChange={() => chooseDelivery("delivery", savedAddresses[0] && placeOf(savedAddresses[0]))}
          />
        </RadioGroup>
        {cart.deliveryOption === "delivery" ? (
          <>
            <SavedAddressChoice cart={cart} addresses={savedAddresses} />
            <TextField
              label="Delivery address"
              name="deliveryAddress"
              autoComplete="street-address"
              value={cart.deliveryAddress}
              onChange={(event) => changeDeliveryAddress(event.currentTarget.value)}
            />
            <TextField
              label="Phone number"
              name="deliveryPhoneNumber"
              type="tel"
              autoComplete="tel"
              error={phoneError}
              value={cart.deliveryPhoneNumber}
              onChange={(event) => changeDeliveryPhoneNumber(event.currentTarget.value)}
            />
          </>
        ) : null}
        <WishQuestion wish={cart.wish} onChange={chooseWish} />
        <NoteField
          label="Note for the shop (optional)"
          name="orderNote"
          value={cart.note}
          mostSigns={MOST_SIGNS_OF_ORDER_NOTE}
          isLong
          onChange={changeNote}
        />
        <div className={styles.note}>
          {deliveryProgress(total)}
          <p>{deliveryNote(total)}</p>
        </div>
        <dl className={styles.total}>
          <dt>
            Total ({count} {count === 1 ? "item" : "items"})
          </dt>
          <dd>
            <Money cents={total} />
          </dd>
        </dl>
        {blocked ? <FormMessage>{blocked}</FormMessage> : null}
        <Button type="submit" size="large" isWide disabled={isProcessing}>
          {isProcessing ? "Processing..." : "Proceed to Checkout"}
        </Button>
      </form>
      {blocked ? null : <CodeCheckout onSignedIn={proceed} />}
    </Panel>
  );
}
