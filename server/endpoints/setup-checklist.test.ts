import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { dayText, shopDayOf } from "#app/values/shop-clock.ts";
import { readEnvironment } from "#server/base/environment.ts";
import type { Finding } from "#server/base/finding.ts";
import { openTranslations } from "#server/base/locale.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { checkRunningShop } from "#server/doctor.ts";
import { createReceivedCharges } from "#server/payments/received-charges.ts";
import { expectReply } from "#tests/expect-reply.ts";
import { type Person, startTestShop } from "#tests/running-shop.ts";
import { createSetupChecklistEndpoint } from "./setup-checklist.ts";

let checkCount = 0;
const dataDir = mkdtempSync(join(tmpdir(), "calabash-first-steps-"));

const environment = readEnvironment({ DATA_DIR: dataDir });
const shop = await startTestShop({
  checkShop: () => {
    checkCount += 1;
    return checkRunningShop(environment);
  },
});
const [shopper, packer, manager, owner] = await shop.signUpAll("customer", "packer", "manager", "owner");
const accounts: Record<"shopper" | "packer" | "manager" | "owner", Person> = { shopper, packer, manager, owner };
afterAll(async () => {
  await shop.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = (token?: string) =>
  shop.app.request("/api/first-steps", { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

test("only the owner reads the setup checklist", async () => {
  expect((await ask()).status).toBe(401);
  expect((await ask("a.wrong.token")).status).toBe(401);
  for (const name of ["shopper", "packer", "manager"] as const) {
    expect([name, (await ask(accounts[name].accessToken)).status]).toEqual([name, 404]);
  }
  expect(checkCount).toBe(0);
  const answer = await ask(accounts.owner.accessToken);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const findings = (await answer.json()) as { subject: string; level: string }[];
  expect(findings.map(({ subject, level }) => `${subject}: ${level}`)).toEqual(
    "Address: good | Stripe: note | Mail: note | Backup: note | Test charge: note".split(" | "),
  );
});

test("the findings are in the language of the page", async () => {
  openTranslations();
  const answer = await shop.app.request("/api/first-steps", {
    headers: { authorization: `Bearer ${accounts.owner.accessToken}`, "accept-language": "es" },
  });
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
  const headers = { authorization: `Bearer ${accounts.owner.accessToken}` };
  const responses = [1, 2, 3].map(() => endpoint.request("/first-steps", { headers }));
  await expect.poll(() => roleCount).toBe(3);
  looking.resolve([]);
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(lookCount).toBe(1);
});

const askForMail = (token?: string, at = shop) =>
  at.app.request("/api/first-steps/mail", {
    method: "POST",
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });

test("a test email goes only to the owner's own address", async () => {
  expect((await askForMail()).status).toBe(401);
  for (const name of ["shopper", "packer", "manager"] as const) {
    expect([name, (await askForMail(accounts[name].accessToken)).status]).toEqual([name, 404]);
  }
  await expectReply(await askForMail(accounts.owner.accessToken), 200, { to: accounts.owner.email });
  const mails = shop.mailbox.list().filter(({ subject }) => subject === "Test email from Calabash Market");
  expect(mails.map(({ to }) => to)).toEqual([accounts.owner.email]);
});

test("a mail server's rejection is quoted", async () => {
  const refusing = await startTestShop({
    mailer: { send: () => Promise.reject(new Error("550 no such sender")), close: async () => undefined },
  });
  onTestFinished(() => refusing.close());
  const owner = await refusing.signUpAdmin("Ola Owner");
  const answer = await askForMail(owner.accessToken, refusing);
  await expectReply(answer, 502, { error: "The mail server rejected the email: 550 no such sender" });
});

const tryCharge = (token?: string, at = shop) =>
  at.app.request("/api/first-steps/charge", {
    method: "POST",
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
const trialOf = async (person: Person, at = shop) => {
  const answer = await at.app.request("/api/first-steps", {
    headers: { authorization: `Bearer ${person.accessToken}` },
  });
  const findings = (await answer.json()) as Finding[];
  return findings.find(({ subject }) => subject === "Test charge");
};

test("a test charge is paid and refunded without an order, and its success is recorded", async () => {
  expect((await tryCharge()).status).toBe(401);
  for (const name of ["shopper", "packer", "manager"] as const) {
    expect([name, (await tryCharge(accounts[name].accessToken)).status]).toEqual([name, 404]);
  }
  expect(shop.sandbox.dashboard.listPayments()).toEqual([]);
  await expectReply(await tryCharge(accounts.owner.accessToken), 200, {
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
  expect(await trialOf(accounts.owner)).toMatchObject({
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
  const live = await startTestShop({ paymentMode: "live", checkPayments: async () => found });
  onTestFinished(() => live.close());
  const owner = await live.signUpAdmin("Ola Owner");
  expect(await (await tryCharge(owner.accessToken, live)).json()).toMatchObject({ isDone: false });
  expect(await trialOf(owner, live)).toMatchObject({ level: "wrong" });
  found = [{ subject: "Account", level: "good", text: "Stripe charges cards for this account." }];
  expect(await (await tryCharge(owner.accessToken, live)).json()).toMatchObject({ isDone: true });
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
