import { use, useState } from "react";
import { Link } from "react-router";
import { dueText } from "#app/features/payments/pay-in-store.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData, runCommand } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { copyText } from "#app/ui/copy-text.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { linked } from "#app/ui/linked.tsx";
import { Row } from "#app/ui/row.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { showToast } from "#app/ui/toast.tsx";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import { textAddress } from "#app/values/contact.ts";
import { randomUuid } from "#app/values/ids.ts";
import { thenAlways } from "#app/values/then-always.ts";
import { windowText } from "#app/values/window-text.ts";
import type { TakenPlan } from "./bag.ts";
import { sendPayLink, takePayment } from "./pos-payments.ts";
import type { UnpaidOrder } from "./pos-queries.ts";
import { TakePanel } from "./take-panel.tsx";
import styles from "./till.module.css";
import type { TakenSale } from "./use-sale.ts";

/** Takes the payment of an unpaid order in the store, or sends its pay link, or cancels it. */
export function OrderDialog({
  order,
  onTaken,
  onClose,
}: {
  order: UnpaidOrder;
  onTaken: (sale: TakenSale) => void;
  onClose: () => void;
}) {
  const timeZone = use(ShopTimeZone);
  // One key per opened order, so that a repeated request records only one payment.
  const [requestKey] = useState(randomUuid);
  const [link, setLink] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const attempt = useAttempt();
  const { id, number, email, phone, name } = order;

  // After an error, too, the reads are repeated: another person may have paid or canceled the order.
  const take = (plan: TakenPlan) =>
    void attempt.run(async () => {
      const taken = takePayment(getBrowserData(), id, plan.tenders, requestKey).then(() =>
        onTaken({ ...plan, orderId: id, number, isSale: false, customer: { id: "", name, phone, email: email ?? "" } }),
      );
      await thenAlways(taken, invalidateReads);
    });

  const send = (how: "mail" | "text" | "copy") =>
    attempt.run(async () => {
      const sent = await thenAlways(sendPayLink(getBrowserData(), id, how, randomUuid()), invalidateReads);
      if (sent.isSent)
        return done(t("Pay link sent to {address}.", { address: (how === "mail" ? email : phone) ?? "" }));
      setLink(sent.url);
      return null;
    });

  const cancel = () =>
    attempt.run(async () => {
      const canceled = runCommand("cancel_order", { order_id: id }).then(() => {
        showToast({ kind: "success", text: t("Order {number} is canceled.", { number }) });
        onClose();
      });
      await thenAlways(canceled, invalidateReads);
    });

  return (
    <Dialog title={t("Order {number}", { number })} onClose={onClose}>
      <p>
        {nodes(
          order.window
            ? t("For <name/>, {type, select, pickup {pickup} other {delivery}}, {time}.", {
                type: order.deliveryType,
                time: windowText(order.window, timeZone),
              })
            : t("For <name/>, {type, select, pickup {pickup} other {delivery}}.", { type: order.deliveryType }),
          { name: <strong>{name}</strong> },
        )}
      </p>
      <p className={styles.total}>{dueText({ dueCents: order.totalCents, needsWeight: order.needsWeight })}</p>
      {order.needsWeight ? (
        <FormMessage kind="notice">
          {linked(
            t("Weigh all items sold by weight before you take the payment. <link>Open pick list</link>"),
            `/desk?order=${id}`,
          )}
        </FormMessage>
      ) : (
        <TakePanel due={order} isBusy={attempt.isBusy} onTake={take} />
      )}
      <FormAnswer answer={attempt.answer} />
      {order.channel === "counter" ? (
        <>
          <p>{t("Or send a pay link: anyone with it can pay by card within 24 hours.")}</p>
          <Row gap={3} align="center">
            {email ? (
              <Button variation="secondary" disabled={attempt.isBusy} onClick={() => send("mail")}>
                {t("Send by email")}
              </Button>
            ) : null}
            {phone ? (
              <Button variation="secondary" disabled={attempt.isBusy} onClick={() => send("text")}>
                {t("Send by SMS")}
              </Button>
            ) : null}
            <Button variation="secondary" disabled={attempt.isBusy} onClick={() => send("copy")}>
              {t("Show link")}
            </Button>
          </Row>
        </>
      ) : null}
      {link ? <ShownLink link={link} number={number} phone={phone} /> : null}
      <Row gap={3} align="center">
        {isAsking ? (
          <>
            <Button variation="danger" disabled={attempt.isBusy} onClick={cancel}>
              {t("Cancel order {number}", { number })}
            </Button>
            <Button variation="secondary" onClick={() => setAsking(false)}>
              {t("Keep it")}
            </Button>
          </>
        ) : (
          <Button variation="secondary" onClick={() => setAsking(true)}>
            {t("Cancel order")}
          </Button>
        )}
      </Row>
    </Dialog>
  );
}

/** Payment link to send from the store's own phone. */
function ShownLink({ link, number, phone }: { link: string; number: number; phone: string }) {
  const text = t("Pay order {number} here: {link}", { number, link });
  return (
    <div className={styles.payLink}>
      <Link to={link} reloadDocument>
        {t("Pay page of order {number}", { number })}
      </Link>
      <Row gap={3} align="center">
        <SmallButton
          onClick={() =>
            copyText(link, t("Link copied"), t("We couldn't copy the link. Open it, and copy it from the address bar."))
          }
        >
          {t("Copy link")}
        </SmallButton>
        {phone ? (
          <a href={`${textAddress(phone)}?&body=${encodeURIComponent(text)}`}>{t("Send by SMS from this phone")}</a>
        ) : null}
      </Row>
    </div>
  );
}
