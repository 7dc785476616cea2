import { type Context, Hono } from "hono";
import { t } from "#app/messages/t.ts";
import { phoneDigits } from "#app/values/contact.ts";
import { isUuid } from "#app/values/ids.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import { errorText } from "#server/base/error-text.ts";
import type { OrderLinks } from "#server/base/order-links.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import type { TextSender } from "#server/messages/twilio.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import { dataOf, limitSmallBody, noSuchOrder, Rejection, readOrderId, requireCaller } from "./caller.ts";
import { closePayment } from "./close-payment.ts";

const notAllowed = () => ({ error: t("Only owners and managers can create orders.") });

/**
 * Creates the endpoints for unpaid orders that were placed at the point of sale or are paid in the store, for the owner
 * and managers with their bearer token and `{ orderId, requestKey }`. A repeated key has no further effect.
 * `POST /counter/payment` records a payment of the whole total with `method` (`store_cash`, `store_card`), or with
 * `tenders`, `[{ method, amountCents, cashReceivedCents }]`, also `store_ebt`. An open payment intent of the order's
 * pay link is closed first, so that nobody pays twice. Returns `{ status: "paid" }`.
 * `POST /counter/pay-link` with `how` (`mail`, `text`, `copy`) returns `{ url, isSent }`; without an SMS provider, no
 * SMS is sent.
 * `POST /counter/receipt` with `how` (`mail`, `text`) and `to` sends the receipt of a paid order. Returns
 * `{ url, isSent }`; without an SMS provider, `url` is the text to send.
 * Errors, as `{ error }`: 400 for a body without a key; 401 without a valid token; 403 for others; 404 for an unknown
 * order; 409 if it is paid, being paid, canceled, or sold out; 422 if email or phone is missing, or the tenders are
 * wrong.
 * @param options.publicOrigin without a trailing slash
 */
export function createPointOfSaleEndpoints(options: {
  data: ShopData;
  payments: PaymentProvider;
  links: OrderLinks;
  texts: TextSender | null;
  publicOrigin: string;
  /** Called when an email is ready to be sent. */
  onMail: () => void;
}): Hono {
  const { data, payments, links, texts, publicOrigin } = options;
  const app = new Hono();
  app.use("/counter/*", limitSmallBody);

  app.post("/counter/payment", async (c) => {
    const caller = requireCaller(c);
    const body = await readBody(c);
    const asStaff = data.as(caller.token);
    // Checked before calling the provider, so that only staff can close a payment in progress.
    staffData(await asStaff.rpc("read_point_of_sale"));
    const found = await asStaff
      .from("orders")
      .select("status, channel, payment_intent_id, pay_in_store_orders(order_id)")
      .eq("id", body.orderId)
      .maybeSingle()
      .throwOnError();
    // Other orders can only be paid by their customers.
    if (!found.data || (found.data.channel !== "counter" && !found.data.pay_in_store_orders)) {
      return c.json(noSuchOrder(), 404);
    }
    const isOpen = found.data.status === "pending";
    const paid = isOpen ? await closePayment({ data, payments }, found.data.payment_intent_id) : null;
    if (paid !== null) return c.json({ error: paid }, 409);
    const call = {
      order_id: body.orderId,
      request_key: body.requestKey,
      closed_intent_id: found.data.payment_intent_id,
    };
    const taken = body.tenders
      ? await asStaff.rpc("record_store_tenders", { ...call, tenders: body.tenders.map(tenderRow) })
      : await asStaff.rpc("record_store_payment", { ...call, method: body.method });
    staffData(taken);
    return c.json({ status: "paid" });
  });

  app.post("/counter/pay-link", async (c) => {
    const caller = requireCaller(c);
    const body = await readBody(c);
    const sent = await data
      .as(caller.token)
      .rpc("send_pay_link", { order_id: body.orderId, how: body.how, request_key: body.requestKey });
    const order = staffData(sent);
    const token = links.signForPaying(order.id, new Date(order.created_at));
    // Browsers do not send the part after "#", so the token reaches no server, log, or other site.
    const url = `${publicOrigin}/pay#${token}`;
    if (body.how === "mail") options.onMail();
    if (body.how !== "text") return c.json({ url, isSent: body.how === "mail" });
    if (!texts) return c.json({ url, isSent: false });
    const { name } = await lastKnownStoreSettings(data);
    const text = `${name}: pay order ${order.order_number} within 24 hours: ${url}`;
    await texts.send({ to: `+1${order.delivery_phone_number.replaceAll(/\D/g, "")}`, text });
    return c.json({ url, isSent: true });
  });

  app.post("/counter/receipt", async (c) => {
    const caller = requireCaller(c);
    const body = await readBody(c);
    const asStaff = data.as(caller.token);
    if (body.how === "mail") {
      staffData(await asStaff.rpc("send_sale_receipt", { order_id: body.orderId, email: body.to }));
      options.onMail();
      return c.json({ url: "", isSent: true });
    }
    const phone = phoneDigits(body.to);
    if (phone === null) return c.json({ error: t("Phone number must be 10 digits") }, 422);
    staffData(await asStaff.rpc("read_point_of_sale"));
    const found = await asStaff
      .from("orders")
      .select("order_number, total, paid_at")
      .eq("id", body.orderId)
      .maybeSingle()
      .throwOnError();
    if (!found.data?.paid_at) return c.json(noSuchOrder(), 404);
    const link = `${publicOrigin}/order-link#${links.sign(body.orderId, new Date())}`;
    const { name } = await lastKnownStoreSettings(data);
    const url = `${name}: receipt ${found.data.order_number}, $${found.data.total.toFixed(2)}: ${link}`;
    if (texts) await texts.send({ to: `+1${phone}`, text: url });
    return c.json({ url, isSent: texts !== null });
  });

  return app;
}

async function readBody(c: Context) {
  const { requestKey, orderId, method, how, to, tenders } = fieldsOf(await c.req.json().catch(() => null));
  if (typeof requestKey !== "string" || !isUuid(requestKey)) {
    throw new Rejection(400, { error: t("The body needs an order and a request key.") });
  }
  return {
    orderId: readOrderId(orderId),
    requestKey,
    method: String(method),
    how: String(how),
    /** Email address or phone number of a receipt. */
    to: String(to),
    /** Null if `method` pays the whole total. */
    tenders: Array.isArray(tenders) ? tenders.map(fieldsOf) : null,
  };
}

/** Converts a tender without validation, which the database does. */
function tenderRow({ method, amountCents, cashReceivedCents }: Record<string, unknown>) {
  const cents = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : null);
  return { method: String(method), amount_cents: cents(amountCents), cash_received_cents: cents(cashReceivedCents) };
}

/** Returns the data of a call, like `dataOf`. @throws Rejection also 403 for others, and 422 for an invalid argument */
function staffData<Answer extends { data: unknown; error: { code: string; message: string } | null; status: number }>(
  answer: Answer,
) {
  if (answer.status === 403) throw new Rejection(403, notAllowed());
  if (answer.error?.code === "22023") throw new Rejection(422, { error: errorText(answer.error) });
  return dataOf(answer);
}
