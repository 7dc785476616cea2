import { expect, test } from "vitest";
import { orderOf, payAtSandbox, untilOrder } from "./paying.ts";
import { postJson } from "./requests.ts";
import { anOrder, aProduct, openTestShop, type TestShop } from "./running-shop.ts";

const LOCAL = "127.0.0.1";
const ELSEWHERE = "192.0.2.7";
const shop = await openTestShop();
const openShop = await openTestShop({ areToolsOpen: true });

/** Sends a request as if it came over the network. */
async function ask(
  { app }: TestShop,
  path: string,
  { from = LOCAL, host = "localhost:3000", ...init }: RequestInit & { from?: string; host?: string } = {},
) {
  const socket = { remoteAddress: from, remotePort: 50_000, remoteFamily: "IPv4" };
  return app.request(`http://${host}${path}`, init, { incoming: { socket } });
}

/** Submits a form of the page. */
async function submitAction(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return ask(shop, `/sandbox/stripe/actions/${path}`, {
    method: "POST",
    headers: { origin: "http://localhost:3000", ...headers },
    body: new URLSearchParams(fields),
  });
}

const pageOf = async (path: string) => (await ask(shop, path)).text();

for (const path of ["/dev/mailbox", "/dev/mailbox/style.css", "/sandbox/stripe", "/sandbox/stripe/style.css"]) {
  test(`${path} responds on this machine, and on others only if the store opens its tools`, async () => {
    expect((await ask(shop, path)).status).toBe(200);
    expect((await ask(shop, path, { from: "::1", host: "[::1]:3000" })).status).toBe(200);
    expect((await ask(shop, path, { from: ELSEWHERE })).status).toBe(404);
    expect((await ask(shop, path, { headers: { "x-forwarded-for": LOCAL } })).status).toBe(404);
    expect((await ask(shop, path, { host: "rebound.example" })).status).toBe(404);
    expect((await ask(openShop, path, { from: ELSEWHERE, host: "shop.example" })).status).toBe(200);
  });
}

test("another machine can pay in the sandbox, but not use its API or buttons", async () => {
  const intent = await shop.payments.createPayment({
    takesLink: false,
    isHeld: false,
    customerId: null,
    id: "x",
    description: "Order x",
    amountCents: 1000,
    idempotencyKey: "elsewhere",
  });
  const intentPath = `/sandbox/stripe/v1/payment_intents/${intent.id}?key=pk_test_sandbox&client_secret=${intent.clientSecret}`;
  expect((await ask(shop, intentPath, { from: ELSEWHERE })).status).toBe(200);
  const events = { headers: { authorization: "Bearer sk_test_guess" } };
  expect((await ask(shop, "/sandbox/stripe/v1/events", { from: ELSEWHERE, ...events })).status).toBe(401);
  expect((await ask(shop, "/sandbox/stripe/v1/events", events)).status).toBe(200);
  const response = await ask(shop, "/sandbox/stripe/actions/hold", {
    from: ELSEWHERE,
    method: "POST",
    headers: { origin: "http://localhost:3000" },
    body: new URLSearchParams(),
  });
  expect(response.status).toBe(404);
  expect(shop.sandbox.dashboard.settings().isHolding).toBe(false);
});

test("a form posted from another site changes nothing", async () => {
  for (const headers of [
    { origin: "https://elsewhere.example" },
    { origin: "null" },
    { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" },
    { origin: "", "sec-fetch-site": "same-site" },
  ]) {
    expect((await submitAction("hold", {}, headers)).status).toBe(403);
  }
  expect(shop.sandbox.dashboard.settings().isHolding).toBe(false);
});

test("the sandbox page shows a payment and refunds at most what is left", async () => {
  const ama = await shop.signUp("Ama Page");
  const order = await anOrder(ama, await aProduct(shop, { price: 20 }));
  const payment = await payAtSandbox(shop, ama, order.id);
  expect(await pageOf("/sandbox/stripe")).toContain("$20.00, paid");
  const path = `/sandbox/stripe/payments/${payment}`;
  // The order is paid a moment before the webhook's response is recorded.
  await expect.poll(() => pageOf(path)).toContain("200 {&quot;received");
  const page = await pageOf(path);
  for (const shown of [order.id, "Visa ending in 4242", "payment_intent.succeeded"]) expect(page).toContain(shown);

  const refunded = await submitAction("refund", { payment, amount: "12.50" });
  expect([refunded.status, refunded.headers.get("location")]).toEqual([303, `${path}?done=refunded`]);
  expect(await pageOf(`${path}?done=refunded`)).toContain('<p role="status">Refund created.</p>');
  await untilOrder(shop, order.id, ({ refunded_amount }) => refunded_amount === 12.5);

  const tooMuch = await submitAction("refund", { payment, amount: "7.51" });
  expect(tooMuch.status).toBe(400);
  expect(await tooMuch.text()).toContain(
    '<p role="alert">Refund amount ($7.51) is greater than unrefunded amount on charge ($7.50)</p>',
  );
  expect(await (await submitAction("refund", { payment, amount: "all" })).text()).toContain(
    "Enter the amount in dollars, like 12.50.",
  );
  await submitAction("refund", { payment });
  await untilOrder(shop, order.id, ({ status }) => status === "refunded");
});

test("held-back, reversed, and repeated events leave the order correct", async () => {
  const kofi = await shop.signUp("Kofi Page");
  const product = await aProduct(shop, { price: 20 });
  await submitAction("hold", {});
  expect(await pageOf("/sandbox/stripe")).toContain("Events are on hold: 0 events waiting.");
  const order = await anOrder(kofi, product);
  const intent = await shop.sandbox.app.request("/v1/payment_intents", {
    method: "POST",
    headers: { authorization: "Bearer sk_test_page" },
    body: new URLSearchParams({
      amount: "2000",
      currency: "usd",
      confirm: "true",
      payment_method: "pm_card_visa",
      "metadata[order_id]": order.id,
    }),
  });
  const { id } = (await intent.json()) as { id: string };
  await submitAction("refund", { payment: id, amount: "5" });
  expect(await pageOf(`/sandbox/stripe/payments/${id}`)).toContain("On hold.");
  expect((await orderOf(shop, order.id)).status).toBe("pending");
  await submitAction("release", { order: "reversed" });
  const right = { status: "paid", paid_amount: 20, refunded_amount: 5 };
  expect(await orderOf(shop, order.id)).toMatchObject(right);
  for (const { event } of shop.sandbox.dashboard.findPayment(id)?.events ?? []) {
    expect((await submitAction("deliver", { payment: id, event: event.id })).status).toBe(303);
  }
  expect(await orderOf(shop, order.id)).toMatchObject(right);
  expect(await pageOf(`/sandbox/stripe/payments/${id}`)).toContain("Delivered, 2 attempts");
});

test("a delayed payment pays its order when the bank responds", async () => {
  const esi = await shop.signUp("Esi Page");
  const order = await anOrder(esi, await aProduct(shop, { price: 20 }));
  await submitAction("next-payment", { late: "yes" });
  const paying = await postJson(shop, "/api/create-payment-intent", { orderId: order.id }, esi);
  const { clientSecret } = (await paying.json()) as { clientSecret: string };
  const id = clientSecret.split("_secret_")[0] ?? "";
  await shop.sandbox.app.request(`/v1/payment_intents/${id}/confirm`, {
    method: "POST",
    body: new URLSearchParams({ key: "pk_test_sandbox", client_secret: clientSecret, payment_method: "pm_card_visa" }),
  });
  expect(await pageOf(`/sandbox/stripe/payments/${id}`)).toContain("Complete the payment");
  await shop.worker.runOnce();
  expect((await orderOf(shop, order.id)).status).toBe("pending");
  await submitAction("settle", { id, payment: id, outcome: "succeed" });
  await untilOrder(shop, order.id, ({ status }) => status === "paid");
  expect((await submitAction("settle", { id, payment: id, outcome: "fail" })).headers.get("location")).toContain(
    "done=over",
  );
});

test("a refund that the bank returns leaves the order paid and raises an alert", async () => {
  const ama = await shop.signUp("Ama Back");
  const order = await anOrder(ama, await aProduct(shop, { price: 20 }));
  const payment = await payAtSandbox(shop, ama, order.id, "pm_card_refundFail");
  await submitAction("refund", { payment, amount: "5" });
  await untilOrder(shop, order.id, ({ refunded_amount }) => refunded_amount === 5);
  const refund = shop.sandbox.dashboard.findPayment(payment)?.refunds[0]?.refund;
  await submitAction("settle", { id: refund?.id ?? "", payment, outcome: "fail" });
  await untilOrder(shop, order.id, ({ refunded_amount }) => refunded_amount === 0);
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "paid", refunds: [{ status: "failed" }] });
  const alerts = await shop.data.service.from("shop_alerts").select("kind").eq("order_id", order.id);
  expect(alerts.data).toEqual([{ kind: "refund_failed" }]);
});

test("user text in a payment is escaped on the sandbox page, and no script runs", async () => {
  const made = await shop.sandbox.app.request("/v1/payment_intents", {
    method: "POST",
    headers: { authorization: "Bearer sk_test_page" },
    body: new URLSearchParams({ amount: "2000", currency: "usd", "metadata[order_id]": "<script>alert(1)</script>" }),
  });
  const { id } = (await made.json()) as { id: string };
  const answer = await ask(shop, `/sandbox/stripe/payments/${id}`);
  const page = await answer.text();
  expect(page).toContain("&lt;script&gt;alert(1)");
  expect(page).not.toContain("<script");
  const list = await (await ask(shop, "/sandbox/stripe")).text();
  expect(list).toContain("order &lt;script&gt;alert(1)");
  expect(list).not.toContain("<script");
  const rejected = await submitAction("deliver", { payment: id, event: "<script>alert(2)</script>" });
  expect(rejected.status).toBe(400);
  const rejectionText = await rejected.text();
  expect(rejectionText).toContain("&lt;script&gt;alert(2)");
  expect(rejectionText).not.toContain("<script");
  const policy = answer.headers.get("content-security-policy");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self'");
  expect((await ask(shop, "/sandbox/stripe/payments/pi_none")).status).toBe(404);
});
