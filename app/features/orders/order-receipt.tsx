import { type ReactNode, use } from "react";
import { splitChoices } from "#app/features/catalog/split-choices.ts";
import type { PaymentMethod } from "#app/features/payments/tenders.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { DateTime } from "#app/ui/date-time.tsx";
import { Money } from "#app/ui/money.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { TableHead } from "#app/ui/table-head.tsx";
import { UserText } from "#app/ui/user-text.tsx";
import { moneyText } from "#app/values/money.ts";
import { windowText } from "#app/values/window-text.ts";
import { addedSums, wholeTotalCents } from "./order.ts";
import type { OrderDetails } from "./order-details-queries.ts";
import { givenBackQuantity, lineCents, lineSizeText, type OrderLine, weighedText } from "./order-line.ts";
import { holdSums, releasedText } from "./order-money.ts";
import styles from "./order-receipt.module.css";
import { substitutionText } from "./substitution.ts";

export interface ReceiptShop {
  name: string;
  /** Returns street, city, state, and postal code on one line. */
  address: string;
  phone: string;
  email: string;
}

function paidInWords({ payments }: OrderDetails): string {
  const payment = payments.find(({ purpose }) => purpose === "order");
  if (payment?.isHeld) return t("Authorized by card");
  if (payments.some(({ purpose }) => purpose === "tender")) return t("Paid in the store");
  if (payment?.method === "store_ebt") return t("Paid by SNAP EBT");
  return payment?.method === "store_cash" ? t("Paid in cash") : t("Paid by card");
}

/** Returns the payments in the store: each tender, the cash received, and the change. */
export function tenderSums({ payments }: OrderDetails): { name: string; cents: number }[] {
  const tenders = payments.filter(
    ({ purpose, method }) => (purpose === "order" || purpose === "tender") && method !== "card",
  );
  const hasChange = tenders.some(({ cashReceivedCents }) => cashReceivedCents !== null);
  if (tenders.length < 2 && !hasChange) return [];
  const names = tenderNames();
  return tenders.flatMap(({ method, amountCents, cashReceivedCents }) => [
    { name: names[method], cents: amountCents },
    ...(cashReceivedCents === null
      ? []
      : [
          { name: t("Cash received"), cents: cashReceivedCents },
          { name: t("Change", {}, "cash returned"), cents: cashReceivedCents - amountCents },
        ]),
  ]);
}

const tenderNames = (): Readonly<Record<PaymentMethod, string>> => ({
  card: t("Card"),
  store_ebt: "SNAP EBT",
  store_card: t("Card, in the store"),
  store_cash: t("Cash"),
});

/** Printed version of the order page, hidden on screen. */
export function OrderReceipt({
  record,
  shop,
  payer,
  deliveryNote,
  children,
}: {
  record: OrderDetails;
  shop: ReceiptShop;
  /** Name and address of the payer, line by line. */
  payer: readonly string[];
  /** Delivery terms if delivery is not included; null otherwise. */
  deliveryNote: string | null;
  children?: ReactNode;
}) {
  const { order, steps, payments, refunds } = record;
  const hold = holdSums(payments, refunds);
  const timeZone = use(ShopTimeZone);
  const paidAt = steps.find((step) => step.status === "paid")?.at;
  return (
    <article className={styles.receipt} aria-label={t("Receipt")}>
      <div>
        <p className={styles.name}>{shop.name}</p>
        <p>{shop.address}</p>
        <p>
          {shop.phone} · {shop.email}
        </p>
      </div>
      <p className={styles.title}>{t("Receipt for order {number}", { number: order.number })}</p>
      <div className={styles.facts}>
        <p>
          {nodes(t("Ordered: <time/>"), { time: <DateTime at={order.placedAt} /> })}
          <br />
          {paidAt
            ? nodes(t("{name}: <time/>", { name: paidInWords(record) }), { time: <DateTime at={paidAt} /> })
            : null}
          <br />
          {order.deliveryType === "delivery"
            ? nodes(t("Delivery to <address/>"), { address: <UserText>{order.deliveryAddress}</UserText> })
            : t("Pickup in the store")}
          {order.window ? (
            <>
              <br />
              {windowText(order.window, timeZone)}
            </>
          ) : null}
        </p>
        <address className={styles.payer}>
          {payer.map((line) => (
            <span key={line}>
              <UserText>{line}</UserText>
            </span>
          ))}
        </address>
      </div>
      <table className={styles.lines}>
        <TableHead of={[t("Item"), t("Quantity"), t("Each"), t("Sum")]} />
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.id}>
              <td className={styles.item}>
                <ReceiptItem line={line} />
                {givenBackQuantity(line) > 0 ? ` ${t("({count} refunded)", { count: givenBackQuantity(line) })}` : null}
                {line.weight ? <span className={styles.change}>{weighedText(line.weight, line.quantity)}</span> : null}
                {line.changes
                  .filter(({ isSettled }) => isSettled)
                  .map((change) => (
                    <span key={change.id} className={styles.change}>
                      {substitutionText(line, change, order.wasHeld)}
                    </span>
                  ))}
              </td>
              <td>{line.quantity}</td>
              <td>{line.weight && line.weight.packedPounds !== null ? "–" : <Money cents={line.unitPriceCents} />}</td>
              <td>
                <Money cents={lineCents(line)} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {addedSums(order).map(({ name, price }) => (
            <SumRow key={name} name={name} sum={price} />
          ))}
          <SumRow name={t("Total")} sum={moneyText(wholeTotalCents(order))} />
          {hold.heldCents > 0 ? <SumRow name={t("Held on card")} sum={moneyText(hold.heldCents)} /> : null}
          {tenderSums(record).map(({ name, cents }) => (
            <SumRow key={name} name={name} sum={moneyText(cents)} />
          ))}
          {hold.heldCents > 0 ? null : <SumRow name={t("Paid")} sum={moneyText(order.paidCents)} />}
          {order.refundedCents > 0 ? <SumRow name={t("Refunded")} sum={moneyText(order.refundedCents)} /> : null}
        </tfoot>
      </table>
      {hold.releasedCents > 0 ? <p className={styles.note}>{releasedText(hold.releasedCents)}</p> : null}
      {deliveryNote ? <p className={styles.note}>{deliveryNote}</p> : null}
      {children}
      <p className={styles.id}>{t("Order ID: {id}", { id: order.id })}</p>
    </article>
  );
}

function ReceiptItem({ line }: { line: OrderLine }) {
  const { name, choices } = splitChoices(line.name);
  return (
    <>
      {name}
      {[lineSizeText(line), choices].filter(Boolean).map((text) => (
        <span key={text} className={styles.change}>
          {text}
        </span>
      ))}
    </>
  );
}

function SumRow({ name, sum }: { name: string; sum: string }) {
  return (
    <tr>
      <th scope="row" colSpan={3}>
        {name}
      </th>
      <td>{sum}</td>
    </tr>
  );
}
