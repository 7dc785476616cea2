import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { dayText, shopDayOf } from "#app/values/shop-clock.ts";
import { readEnvironment } from "#server/base/environment.ts";
import type { Finding } from "#server/base/finding.ts";
import { openTranslations } from "#server/base/locale.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { checkRunningShop } from "#server/doctor.ts";
import { createReceivedCharges } from "#server/payments/received-charges.ts";
import { aFolder } from "#tests/a-folder.ts";
import { expectReply } from "#tests/expect-reply.ts";
import { requestAs } from "#tests/requests.ts";
import { openShopForTest, openTestShop, type Person } from "#tests/running-shop.ts";
import { createSetupChecklistEndpoint } from "./setup-checklist.ts";

let checkCount = 0;
const dataDir = aFolder(afterAll);

const environment = readEnvironment({ DATA_DIR: dataDir });
const shop = await openTestShop({
  checkShop: () => {
    checkCount += 1;
    return checkRunningShop(environment);
  },
});
const [shopper, packer, manager, owner] = await shop.signUpAll("customer", "packer", "manager", "owner");

const ask = (token?: string, { at = shop, headers = {} } = {}) => requestAs(token, at, "/api/first-steps", { headers });
/** Sends a request to do something. */
const post = (what: "mail" | "charge", token?: string, at = shop) =>
  requestAs(token, at, `/api/first-steps/${what}`, { method: "POST" });

/** Guests, customers, and other staff are rejected. */
async function expectOnlyOwner(request: (token?: string) => Response | Promise<Response>): Promise<void> {
  const tokens = [undefined, "a.wrong.token", ...[shopper, packer, manager].map(({ accessToken }) => accessToken)];
  const answers = await Promise.all(tokens.map((token) => request(token)));
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 404, 404, 404]);
}

test("only the owner reads the setup checklist", async () => {
  await expectOnlyOwner(ask);
  expect(checkCount).toBe(0);
  const answer = await ask(owner.accessToken);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const findings = (await answer.json()) as { subject: string; level: string }[];
  // The machine's free space decides about "Disk".
  expect(findings.map(({ subject, level }) => (subject === "Disk" ? subject : `${subject}: ${level}`))).toEqual(
    "Address: good | Stripe: note | Mail: note | Disk | Backup: note | Test charge: note".split(" | "),
  );
});

test("the findings are in the language of the page", async () => {
  openTranslations();
  const answer = await ask(owner.accessToken, { headers: { "accept-language": "es" } });
  const findings = (await answer.json()) as Finding[];
  expect(findings.find(({ subject }) => subject === "Test charge")?.text).toBe(
    "Aún no hay ningún pago de prueba en el simulador.",
  );
});

test("requests during a check share its result", async () => {
  let roleCount = 0;
  let lookCount = 0;
  const looking = Promise.withResolvers<Finding[]>();
  // Every caller has the owner's role.
  const rpc = (name: string) => {
    if (name === "payments_tried") return { maybeSingle: async () => ({ data: null, error: null }) };
    roleCount += 1;
    return Promise.resolve({ data: "owner", error: null, status: 200 });
  };
  const endpoint = createSetupChecklistEndpoint({
    data: { as: () => ({ rpc }) } as unknown as ShopData,
    mailer: null,
    check: () => {
      lookCount += 1;
      return looking.promise;
    },
    payments: shop.payments,
    paymentMode: "sandbox",
    checkPayments: async () => [],
    charges: createReceivedCharges(),
  });
  const headers = { authorization: `Bearer ${owner.accessToken}` };
  const responses = [1, 2, 3].map(() => endpoint.request("/first-steps", { headers }));
  await expect.poll(() => roleCount).toBe(3);
  looking.resolve([]);
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(lookCount).toBe(1);
});

test("a test email goes only to the owner's own address", async () => {
  await expectOnlyOwner((token) => post("mail", token));
  await expectReply(await post("mail", owner.accessToken), 200, { to: owner.email });
  const mails = shop.mailbox.list().filter(({ subject }) => subject === "Test email from Calabash Market");
  expect(mails.map(({ to }) => to)).toEqual([owner.email]);
});

test("a mail server's rejection is quoted", async () => {
  const refusing = await openShopForTest({
    mailer: { send: () => Promise.reject(new Error("550 no such sender")), close: async () => undefined },
  });
  const owner = await refusing.signUpAdmin("Ola Owner");
  await expectReply(await post("mail", owner.accessToken, refusing), 502, {
    error: "The mail server rejected the email: 550 no such sender",
  });
});

const trialOf = async (person: Person, at = shop) => {
  const findings = (await (await ask(person.accessToken, { at })).json()) as Finding[];
  return findings.find(({ subject }) => subject === "Test charge");
};

test("a test charge is paid and refunded without an order, and its success is recorded", async () => {
  await expectOnlyOwner((token) => post("charge", token));
  expect(shop.sandbox.dashboard.listPayments()).toEqual([]);
  await expectReply(await post("charge", owner.accessToken), 200, {
    isDone: true,
    steps: [
      { level: "good", text: expect.stringMatching(/^Created a payment of \$0\.50: pi_\w+\.$/) },
      { level: "good", text: "The test card paid it." },
      { level: "good", text: "The webhook arrived with a valid signature." },
      { level: "good", text: "The refund succeeded." },
    ],
  });
  const [payment] = shop.sandbox.dashboard.listPayments();
  expect(payment?.charge).toMatchObject({ amount: 50, amount_refunded: 50, refunded: true });
  const today = dayText(shopDayOf(new Date(), "America/Chicago"));
  expect(await trialOf(owner)).toMatchObject({
    level: "good",
    text: `A charge in the sandbox was paid and refunded on ${today}.`,
  });
  // Neither the webhook nor reconciliation records a payment, an alert, or an event of the test charge.
  await shop.worker.runOnce();
  const [saved] = await shop.database.admin`
    select (select count(*)::int from payments) as payments, (select count(*)::int from shop_alerts) as alerts,
      (select count(*)::int from payment_events) as events`;
  expect(saved).toEqual({ payments: 0, alerts: 0, events: 0 });
});

test("with live keys no card is charged: the account is checked, and only success is recorded", async () => {
  let found: Finding[] = [{ subject: "Account", level: "wrong", text: "Stripe does not charge cards." }];
  const live = await openShopForTest({ paymentMode: "live", checkPayments: async () => found });
  const owner = await live.signUpAdmin("Ola Owner");
  expect(await (await post("charge", owner.accessToken, live)).json()).toMatchObject({ isDone: false });
  expect(await trialOf(owner, live)).toMatchObject({ level: "wrong" });
  found = [{ subject: "Account", level: "good", text: "Stripe charges cards for this account." }];
  expect(await (await post("charge", owner.accessToken, live)).json()).toMatchObject({ isDone: true });
  expect(await trialOf(owner, live)).toMatchObject({ level: "good", text: expect.stringContaining("worked on") });
  expect(live.sandbox.dashboard.listPayments()).toEqual([]);
});

test.for([
  { hours: 36, level: "good" },
  { hours: 37, level: "wrong" },
])("a last backup of $hours hours ago is $level", async ({ hours, level }) => {
  const folder = join(dataDir, "backups");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "calabash-20261120T060000Z.tar.gz"), "");
  const now = new Date(Date.UTC(2026, 10, 20, 6 + hours));
  expect(
    (await checkRunningShop(readEnvironment({ DATA_DIR: dataDir }), now)).find(({ subject }) => subject === "Backup"),
  ).toMatchObject({ level, text: `The last backup is ${hours} hours old.` });
});
