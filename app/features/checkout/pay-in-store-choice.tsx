import { use, useState } from "react";
import { flushSync } from "react-dom";
import { CodeDialog } from "#app/features/account/code-sign-in.tsx";
import { requestSignInCode } from "#app/features/account/sign-in.ts";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import { choosePayInStore, type PayInStoreOffer } from "#app/features/payments/choose-pay-in-store.ts";
import { dueText, meansText } from "#app/features/payments/pay-in-store.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readStoredUser } from "#app/platform/stored-session.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { linked } from "#app/ui/linked.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { Stack } from "#app/ui/stack.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import { type BillingDetails, trimContact, validateContact } from "./billing.ts";

/** Option to pay the order in the store; hidden while the store does not offer it. */
export function PayInStoreChoice({
  order,
  offer,
  contact,
  onChosen,
}: {
  order: OrderWithLines;
  offer: PayInStoreOffer;
  /** First values of name and phone number; null if the order has billing details, which contain them. */
  contact: Partial<BillingDetails> | null;
  /** Called once the order is held. */
  onChosen: () => void | Promise<void>;
}) {
  const { acceptsSnap } = useStoreSettings();
  const timeZone = use(ShopTimeZone);
  if (!offer.isOffered && !offer.isChosen && offer.error === null) return null;
  const until =
    offer.payBy === null ? "" : ` ${t("We hold it until {time}.", { time: dateTimeText(offer.payBy, timeZone) })}`;
  const due = { dueCents: order.totalCents, needsWeight: order.lines.some(({ weight }) => weight) };
  return (
    <PanelSection title={t("Pay in the store")} size="h2">
      {offer.isChosen ? (
        <p>
          {linked(
            t("You chose to pay in the store. You can still pay by card here, or <link>view your order</link>."),
            `/orders/${order.id}`,
          )}
        </p>
      ) : offer.isOffered ? (
        <>
          <p>
            {t("Bring {price} {means} when you pick up your order.", {
              price: dueText(due),
              means: meansText(acceptsSnap),
            })}
            {until}
          </p>
          <HoldForm orderId={order.id} needsProof={offer.needsProof} contact={contact} onChosen={onChosen} />
        </>
      ) : (
        <p>{offer.error}</p>
      )}
    </PanelSection>
  );
}

/** Holds the order, once a customer without a verified address has entered the emailed code. */
function HoldForm({
  orderId,
  needsProof,
  contact,
  onChosen,
}: Pick<Parameters<typeof PayInStoreChoice>[0], "contact" | "onChosen"> & { orderId: string; needsProof: boolean }) {
  const [isVerified, setVerified] = useState(!needsProof);
  /** Address that the code was sent to; null while no code is asked. */
  const [codeEmail, setCodeEmail] = useState<string | null>(null);
  const form = useForm({
    read: (field) => trimContact({ name: field("name"), phone: field("phone") }),
    check: (typed) => (contact === null ? {} : validateContact(typed)),
    send: async (typed) => {
      const data = getBrowserData();
      if (!isVerified) {
        const email = readStoredUser()?.email ?? "";
        await requestSignInCode(data, email, `/checkout/${orderId}`);
        setCodeEmail(email);
        return;
      }
      await choosePayInStore(data, orderId, typed);
      await onChosen();
    },
  });

  function handleSignedIn() {
    flushSync(() => {
      setVerified(true);
      setCodeEmail(null);
    });
    form.props.ref.current?.requestSubmit();
  }

  return (
    <>
      <Stack as="form" gap={4} {...form.props} aria-label={t("Pay in the store")}>
        {contact ? (
          <>
            <TextField
              {...form.field("name")}
              label={t("Full name")}
              autoComplete="name"
              maxLength={200}
              defaultValue={contact.name}
            />
            <TextField
              {...form.field("phone")}
              label={t("Phone number")}
              type="tel"
              autoComplete="tel"
              maxLength={50}
              defaultValue={contact.phone}
            />
          </>
        ) : null}
        <FormAnswer answer={form.answer} />
        <SubmitButton size="large" variation={contact ? "primary" : "secondary"} isWide form={form}>
          {form.isBusy ? t("Processing...") : t("Place order and pay in the store")}
        </SubmitButton>
      </Stack>
      {codeEmail === null ? null : (
        <CodeDialog email={codeEmail} onSignedIn={handleSignedIn} onBack={() => setCodeEmail(null)} />
      )}
    </>
  );
}
