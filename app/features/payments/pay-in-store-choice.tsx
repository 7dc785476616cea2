import { use } from "react";
import { Link } from "react-router";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import { choosePayInStore, type PayInStoreOffer } from "./choose-pay-in-store.ts";
import { dueText, meansText, type PayInStore } from "./pay-in-store.ts";

const TITLE_ID = "pay-in-store-title";

/** Option on the payment page to pay in the store; hidden while the store does not offer it. */
export function PayInStoreChoice({
  orderId,
  due,
  acceptsSnap,
  offer,
  onChosen,
}: {
  orderId: string;
  due: Pick<PayInStore, "dueCents" | "needsWeight">;
  acceptsSnap: boolean;
  offer: PayInStoreOffer;
  /** Called once the order is held. */
  onChosen: () => void;
}) {
  const timeZone = use(ShopTimeZone);
  const attempt = useAttempt();
  if (!offer.isOffered && !offer.isChosen && offer.error === null) return null;
  const until =
    offer.payBy === null ? "" : ` ${t("We hold it until {time}.", { time: dateTimeText(offer.payBy, timeZone) })}`;

  const choose = () =>
    attempt.run(async () => {
      const rejection = await choosePayInStore(getBrowserData(), orderId);
      if (rejection !== null) return rejected(rejection);
      onChosen();
      return null;
    });

  return (
    <section aria-labelledby={TITLE_ID}>
      <Panel>
        <h2 id={TITLE_ID}>{t("Pay in the store")}</h2>
        {offer.isChosen ? (
          <p>
            {nodes(
              t("You chose to pay in the store. You can still pay by card here, or <link>view your order</link>."),
              { link: (words) => <Link to={`/orders/${orderId}`}>{words}</Link> },
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
            <FormAnswer answer={attempt.answer} />
            <Button size="large" variation="secondary" isWide disabled={attempt.isBusy} onClick={choose}>
              {attempt.isBusy ? t("Processing...") : t("Place order and pay in the store")}
            </Button>
          </>
        ) : (
          <p>{offer.error}</p>
        )}
      </Panel>
    </section>
  );
}
