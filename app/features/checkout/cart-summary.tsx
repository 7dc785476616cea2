import { useRef } from "react";
import { type Cart, type DeliveryOption, totalCents } from "#app/features/cart/cart.ts";
import { blockedText } from "#app/features/cart/cart-availability.ts";
import { changeDelivery, changeNote, chooseDelivery, choosePreference } from "#app/features/cart/change-cart.ts";
import { useShortages } from "#app/features/cart/current-cart.ts";
import { useCart } from "#app/features/cart/use-cart.ts";
import { PreferenceQuestion } from "#app/features/catalog/preference-fields.tsx";
import { MAX_CHARACTERS_OF_ORDER_NOTE, preferenceLabel } from "#app/features/catalog/substitution-preference.ts";
import { TimeChoice } from "#app/features/delivery/time-choice.tsx";
import { undeliverableText } from "#app/features/delivery/zip-answer.ts";
import { ZipAnswerLine } from "#app/features/delivery/zip-line.tsx";
import type { SavedAddress } from "#app/features/saved-details/saved-address.ts";
import { deliveryTermsText } from "#app/features/store/delivery-terms.ts";
import { generalMinimumCents } from "#app/features/store/free-delivery.ts";
import { addressLine } from "#app/features/store/store-address.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { AnsweredQuestion } from "#app/ui/answered-question.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { NoteField } from "#app/ui/note-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { RadioChoice } from "#app/ui/radio-choice.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { moneyText } from "#app/values/money.ts";
import { belowMinimumPaymentText, MINIMUM_PAYMENT_CENTS } from "./amounts.ts";
import styles from "./cart-summary.module.css";
import { CartSums, FreeDeliveryBar, isWeighed } from "./cart-sums.tsx";
import { DeliveryFields } from "./delivery-fields.tsx";
import { deliveryTerms, useDeliveryAnswer } from "./delivery-terms.ts";
import { DiscountCode } from "./discount-code.tsx";
import { useQuote } from "./quote.ts";
import { placeOf } from "./refill-cart.ts";
import { useCheckout } from "./use-checkout.ts";
import type { InLine } from "./use-line.ts";
import { type CartCustomer, WhoCard } from "./who-card.tsx";

const FORM_ID = "checkout";

/** Delivery choice, price, and checkout button. */
export function CartSummary({
  customer,
  savedAddresses,
}: {
  /** Null for a guest. */
  customer: CartCustomer | null;
  /** Addresses saved in the account, the last used first. */
  savedAddresses: readonly SavedAddress[];
}) {
  const settings = useStoreSettings();
  const { cart } = useCart();
  /** Chosen times, for a shopper who looks at the other option and comes back. */
  const times = useRef<Partial<Record<DeliveryOption, string>>>({});
  const lookup = useDeliveryAnswer(cart);
  const answer = lookup?.answer ?? null;
  const isServed = answer?.outcome !== "pickup_only";
  const stockProblem = blockedText(cart.items, useShortages());
  const blocked = stockProblem ?? (answer ? undeliverableText(answer, totalCents(cart)) : null);
  const { form, isProcessing, errors, line, codeStep, phoneQuestion } = useCheckout(cart, blocked, settings.state);
  const quote = useQuote(cart, settings.quotesCarts);
  const known = quote.kind === "known" || quote.kind === "waiting" ? quote.quote : null;
  const isDelivery = cart.deliveryOption === "delivery";
  const hasWindows = isDelivery ? settings.hasDeliveryWindows : settings.hasPickupWindows;
  const terms = deliveryTerms(cart, answer, known, generalMinimumCents(settings));
  const knownTotal = quote.kind === "none" ? totalCents(cart) : (known?.totalCents ?? null);

  function handleOption(option: DeliveryOption) {
    times.current[cart.deliveryOption] = cart.windowStartsAt;
    chooseDelivery(option, savedAddresses[0] && placeOf(savedAddresses[0]));
    changeDelivery({ windowStartsAt: times.current[option] ?? "" });
  }

  const submit = (
    <Button type="submit" form={FORM_ID} size="large" isWide disabled={isProcessing || !isServed}>
      {isProcessing ? t("Processing...") : t("Proceed to Checkout")}
    </Button>
  );
  return (
    <>
      <form {...form} id={FORM_ID} aria-label={t("Checkout")} className={styles.checkout}>
        <Panel>
          <RadioChoice
            legend={t("How would you like to get your order?")}
            isShort
            name="deliveryOption"
            options={[
              ["pickup", t("Pickup")],
              ["delivery", t("Delivery")],
            ]}
            chosen={isDelivery ? "delivery" : "pickup"}
            onChoose={handleOption}
          />
          {isDelivery ? (
            <DeliveryFields
              cart={cart}
              savedAddresses={savedAddresses}
              errors={errors}
              zipAnswer={
                <ZipAnswerLine lookup={lookup} timeZone={settings.hasDeliveryWindows ? settings.timeZone : null} />
              }
              isServed={isServed}
            />
          ) : null}
          {isServed && hasWindows ? (
            <TimeChoice
              key={cart.deliveryOption}
              type={cart.deliveryOption}
              chosen={cart.windowStartsAt}
              error={errors["windowStartsAt"]}
              onChoose={(windowStartsAt) => changeDelivery({ windowStartsAt })}
            />
          ) : null}
          {isDelivery ? null : <p className={styles.place}>{addressLine(settings)}</p>}
          {isDelivery ? (
            <div className={styles.note}>
              <FreeDeliveryBar minimumCents={terms.minimumCents} totalCents={terms.discountedCents} />
              {terms.hasOwnTerms ? null : <p>{deliveryTermsText(settings, terms.discountedCents, terms.place)}</p>}
            </div>
          ) : null}
        </Panel>
        <WhoCard customer={customer} isPickup={!isDelivery} errors={errors} />
        <div className={styles.summary}>
          <Panel>
            <div>
              <CartInstructions cart={cart} />
              {settings.hasDiscountCodes ? <DiscountCode quote={known} /> : null}
            </div>
            <CartSums cart={cart} view={quote} isDeliveryOpen={terms.isUndecided} />
            {(known?.totalCents ?? totalCents(cart)) < MINIMUM_PAYMENT_CENTS ? (
              <FormMessage kind="notice">{belowMinimumPaymentText()}</FormMessage>
            ) : null}
            {/* The text under an unserved ZIP code already states the reason. */}
            {blocked && (isServed || stockProblem) ? <FormMessage>{blocked}</FormMessage> : null}
            <div className={styles.wide}>{submit}</div>
          </Panel>
        </div>
      </form>
      {codeStep ? <codeStep.CodeDialog {...codeStep} /> : null}
      {phoneQuestion ? <PhoneQuestion {...phoneQuestion} /> : null}
      {line ? <LineDialog {...line} /> : null}
      {/* Always visible on phones. */}
      <div className={styles.bar} data-bottom-bar>
        <p className={styles.total}>
          {nodes(isWeighed(cart) ? t("At most <total/>") : t("Total <total/>"), {
            total: <strong>{knownTotal === null ? "…" : moneyText(knownTotal)}</strong>,
          })}
        </p>
        {submit}
      </div>
    </>
  );
}

/** Fields for the substitution preference and the note to the store. */
function CartInstructions({ cart }: { cart: Cart }) {
  return (
    <>
      <AnsweredQuestion
        title={t("If something is out of stock")}
        answer={cart.preference ? preferenceLabel(cart.preference) : t("Not chosen")}
      >
        <PreferenceQuestion preference={cart.preference} onChange={choosePreference} />
      </AnsweredQuestion>
      <AnsweredQuestion title={t("Note for the store")} answer={cart.note || t("None")}>
        <NoteField
          label={t("Note for the store (optional)")}
          name="orderNote"
          value={cart.note}
          maxCharacters={MAX_CHARACTERS_OF_ORDER_NOTE}
          onChange={changeNote}
        />
      </AnsweredQuestion>
    </>
  );
}

/** Dialog with the shopper's place in line while many people are ordering. */
function LineDialog({ place, seconds, onLeave }: Pick<InLine, "place" | "seconds"> & { onLeave: () => void }) {
  return (
    <Dialog title={t("Many people are ordering right now")} onClose={onLeave}>
      <Stack gap={4}>
        <p role="status">
          {nodes(t("You are number <place/> in line. Your turn is in {time}.", { time: aboutText(seconds) }), {
            place: <strong>{place}</strong>,
          })}
        </p>
        <p>{t("Keep this page open. Your order goes on by itself, and your cart stays as it is.")}</p>
        <Button variation="secondary" onClick={onLeave}>
          {t("Leave the line")}
        </Button>
      </Stack>
    </Dialog>
  );
}

function aboutText(seconds: number): string {
  if (seconds < 60) return t("{seconds, plural, one {about # second} other {about # seconds}}", { seconds });
  return t("{minutes, plural, one {about # minute} other {about # minutes}}", { minutes: Math.ceil(seconds / 60) });
}

/** Dialog to confirm a delivery phone number that is in no common format. */
function PhoneQuestion({ phone, onUse, onChange }: { phone: string; onUse: () => void; onChange: () => void }) {
  return (
    <Dialog title={t("We couldn't read this phone number. Use it anyway?")} onClose={onChange}>
      <p className={styles.phone}>
        <bdi>{phone}</bdi>
      </p>
      <Row gap={2}>
        <Button onClick={onUse}>{t("Use this number")}</Button>
        <Button variation="secondary" onClick={onChange}>
          {t("Change number")}
        </Button>
      </Row>
    </Dialog>
  );
}
