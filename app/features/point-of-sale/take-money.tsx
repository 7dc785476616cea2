import { useState } from "react";
import { Link } from "react-router";
import { cancelOrder } from "#app/features/orders/cancel-order.ts";
import { dueText } from "#app/features/pay-in-store/pay-in-store.ts";
import { type StoreMethod, type TenderPlan, tendersText } from "#app/features/pay-in-store/tenders.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row } from "#app/ui/row.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { done, rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { textAddress } from "#app/values/contact.ts";
import { randomUuid } from "#app/values/ids.ts";
import { moneyProblem, moneyText } from "#app/values/money.ts";
import { windowText } from "#app/values/window-text.ts";
import styles from "./point-of-sale.module.css";
import { changeCents } from "./pos-order.ts";
import { sendPayLink, takePayment } from "./pos-payments.ts";
import type { UnpaidOrder } from "./pos-queries.ts";
import { SplitPayment } from "./split-payment.tsx";

/** Records the payment of an unpaid order in the store, or creates a payment link. */
export function TakeMoney({
  order,
  timeZone,
  onChanged,
}: {
  order: UnpaidOrder;
  timeZone: string;
  onChanged: () => Promise<void>;
}) {
  // One key per opened page, so that a repeated request records only one payment.
  const [requestKey] = useState(randomUuid);
  const [paid, setPaid] = useState<Pick<TenderPlan, "tenders" | "dueCents" | "changeCents"> | null>(null);
  const [received, setReceived] = useState("");
  const [link, setLink] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const attempt = useAttempt();
  const total = moneyText(order.totalCents);

  const take = (plan: Pick<TenderPlan, "tenders" | "dueCents" | "changeCents">) =>
    attempt.run(async () => {
      const result = await takePayment(getBrowserData(), order.id, plan.tenders, requestKey);
      if (result.kind === "done") setPaid(plan);
      // Also called after an error: another person may have paid or canceled the order.
      else await onChanged();
      return result.kind === "rejected" ? rejected(result.message) : null;
    });

  const send = (how: "mail" | "text" | "copy") =>
    attempt.run(async () => {
      const sent = await sendPayLink(getBrowserData(), order.id, how, randomUuid());
      if (sent.kind === "rejected") return rejected(sent.message);
      if (sent.isSent)
        return done(t("Pay link sent to {address}.", { address: (how === "mail" ? order.email : order.phone) ?? "" }));
      setLink(sent.url);
      return null;
    });

  const cancel = () =>
    attempt.run(async () => {
      const result = await cancelOrder(getBrowserData(), order.id);
      if (result.kind === "rejected") return rejected(result.message);
      showToast({ kind: "success", text: t("Order {number} is canceled.", { number: order.number }) });
      await onChanged();
      return null;
    });

  /** Records the whole total with one method. */
  const takeWhole = (method: StoreMethod) => {
    const change = method === "store_cash" ? changeCents(received, order.totalCents) : null;
    const cashReceivedCents = change === null ? null : order.totalCents + change;
    return take({
      tenders: [{ method, amountCents: order.totalCents, cashReceivedCents }],
      dueCents: order.totalCents,
      changeCents: change,
    });
  };

  if (paid !== null) {
    return (
      <Panel>
        <FormMessage kind="success">
          {paid.changeCents === null
            ? t("Order {number} is paid: {tenders}.", { number: order.number, tenders: tendersText(paid.tenders) })
            : t("Order {number} is paid: {tenders}. Change: {change}.", {
                number: order.number,
                tenders: tendersText(paid.tenders),
                change: moneyText(paid.changeCents),
              })}
        </FormMessage>
        <Row gap={3} align="center">
          <ButtonLink to={`/desk?order=${order.id}`}>
            {order.channel === "online" ? t("Open order") : t("Pack order")}
          </ButtonLink>
          <ButtonLink to="/desk/new-order" variation="secondary">
            {t("New order")}
          </ButtonLink>
        </Row>
      </Panel>
    );
  }
  return (
    <Panel>
      <p>
        {nodes(
          order.window
            ? t("For <name/>, {type, select, pickup {pickup} other {delivery}}, {time}.", {
                type: order.deliveryType,
                time: windowText(order.window, timeZone),
              })
            : t("For <name/>, {type, select, pickup {pickup} other {delivery}}.", { type: order.deliveryType }),
          { name: <strong>{order.name}</strong> },
        )}
      </p>
      <p className={styles.total}>{dueText({ dueCents: order.totalCents, needsWeight: order.needsWeight })}</p>
      {order.needsWeight ? (
        <FormMessage kind="notice">
          {nodes(t("Weigh all items sold by weight before you take the payment. <link>Open pick list</link>"), {
            link: (words) => <Link to={`/desk?order=${order.id}`}>{words}</Link>,
          })}
        </FormMessage>
      ) : (
        <>
          <h2 className={styles.heading}>{t("Paid in the store")}</h2>
          <ChangeDue totalCents={order.totalCents} received={received} onReceived={setReceived} />
          <Row gap={3} align="center">
            <Button size="large" disabled={attempt.isBusy} onClick={() => takeWhole("store_cash")}>
              {t("{total} paid in cash", { total })}
            </Button>
            <Button size="large" disabled={attempt.isBusy} onClick={() => takeWhole("store_card")}>
              {t("{total} paid by card", { total })}
            </Button>
          </Row>
          <SplitPayment order={order} isBusy={attempt.isBusy} onTake={take} />
        </>
      )}
      {order.channel === "counter" ? (
        <>
          <h2 className={styles.heading}>{t("Or send a pay link")}</h2>
          <p>{t("Anyone with the link can pay this order by card within 24 hours.")}</p>
          <Row gap={3} align="center">
            {order.email ? (
              <Button variation="secondary" disabled={attempt.isBusy} onClick={() => send("mail")}>
                {t("Send by email")}
              </Button>
            ) : null}
            {order.phone ? (
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
      {link ? <ShownLink link={link} order={order} /> : null}
      <FormAnswer answer={attempt.answer} />
      <Row gap={3} align="center">
        {isAsking ? (
          <>
            <Button variation="danger" disabled={attempt.isBusy} onClick={cancel}>
              {t("Cancel order {number}", { number: order.number })}
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
    </Panel>
  );
}

/** Field for the cash received, with the change to give. */
function ChangeDue({
  totalCents,
  received,
  onReceived,
}: {
  totalCents: number;
  /** Typed text. */
  received: string;
  onReceived: (received: string) => void;
}) {
  const change = changeCents(received, totalCents);
  const isMissing = received.trim() !== "" && change === null;
  return (
    <Row gap={4} rowGap={2} align="end">
      <TextField
        label={t("Cash received (optional)")}
        inputMode="decimal"
        autoComplete="off"
        value={received}
        onChange={(event) => onReceived(event.target.value)}
      />
      <p role="status" className={styles.changeDue}>
        {change === null ? null : nodes(t("Change: <amount/>"), { amount: <strong>{moneyText(change)}</strong> })}
        {isMissing ? (moneyProblem(received) ?? t("Less than {amount}.", { amount: moneyText(totalCents) })) : null}
      </p>
    </Row>
  );
}

/** Payment link to send from the store's own phone. */
function ShownLink({ link, order }: { link: string; order: UnpaidOrder }) {
  const [isCopied, setCopied] = useState(false);
  const text = t("Pay order {number} here: {link}", { number: order.number, link });
  return (
    <div className={styles.link}>
      <Link to={link} reloadDocument>
        {t("Pay page of order {number}", { number: order.number })}
      </Link>
      <Row gap={3} align="center">
        <Button
          size="small"
          variation="secondary"
          onClick={() =>
            navigator.clipboard.writeText(link).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {t("Copy link")}
        </Button>
        {order.phone ? (
          <a href={`${textAddress(order.phone)}?&body=${encodeURIComponent(text)}`}>
            {t("Send by SMS from this phone")}
          </a>
        ) : null}
      </Row>
      <div role="status">{isCopied ? t("Link copied.") : ""}</div>
    </div>
  );
}
