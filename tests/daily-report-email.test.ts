import { expect, test } from "vitest";
import { aPaidOrder } from "./paying.ts";
import { aProduct, openTestShop, type Person, verifyEmail } from "./running-shop.ts";

const shop = await openTestShop();
const [owner, manager, ama] = await shop.signUpAll("owner", "manager", "customer");
const packer = await shop.signUpStaff("Paul Packer", "packer", 100);

const ask = ({ client }: Person, is_subscribed = true) => client.rpc("email_daily_report", { is_subscribed });

/** Sets the closing time to some minutes ago, in UTC, with readers who subscribed before. */
async function closedSince(minutes: number): Promise<void> {
  await shop.database.admin`
    update store_settings set time_zone = 'UTC', closed_days = '[]', opening_hours = jsonb_build_array(jsonb_build_object(
      'days', 'Mon-Sun', 'text', 'Mon-Sun', 'opens', '00:00',
      'closes', to_char((now() - make_interval(mins => ${minutes})) at time zone 'UTC', 'HH24:MI')
    ))`;
  await shop.database.admin`update daily_report_readers set added_at = now() - interval '2 days'`;
}

/** Returns the date of an instant in the store's time zone, UTC. */
const dayAt = (instant: number) => new Date(instant).toISOString().slice(0, 10);

const sheetsTo = (person: Person) =>
  shop.mailbox.list().filter(({ to, text }) => to === person.email && text.includes("/desk/day?from="));

test("owner and managers subscribe to the daily report with their verified address", async () => {
  expect((await ask(owner)).status).toBe(412);
  await Promise.all([verifyEmail(shop, owner), verifyEmail(shop, manager), verifyEmail(shop, packer)]);
  for (const person of [owner, manager, manager]) expect((await ask(person)).error).toBeNull();
  expect((await owner.client.from("daily_report_readers").select("user_id")).data).toEqual([{ user_id: owner.id }]);
});

test("the daily report is emailed once after closing, with the day's totals", async () => {
  await aPaidOrder(shop, ama, await aProduct(shop, { name: "Puna Yam", price: 17.99 }), 2);
  const paidOn = dayAt(Date.now());
  await closedSince(-30);
  expect((await shop.worker.runOnce()).dailyReports, "still open").toBe(0);
  await closedSince(1);
  const closedOn = dayAt(Date.now() - 60_000);
  expect((await shop.worker.runOnce()).dailyReports).toBe(2);
  expect((await shop.worker.runOnce()).dailyReports).toBe(0);
  const [mail] = sheetsTo(owner);
  // In the first minute after midnight, the closing time was on the previous day.
  const sums = closedOn === paidOn ? "one order, $35.98" : "no orders, $0.00";
  expect(mail?.subject).toMatch(/^\w+, \w{3} \d+: /);
  expect(mail?.subject.split(": ")[1]).toBe(sums);
  expect(sheetsTo(manager)).toHaveLength(1);
});

test("an unavailable mail server is retried, and nobody gets the report twice", async () => {
  await shop.database
    .admin`update private.daily_report_mails set sent_at = null, next_attempt_at = now() - interval '1 minute'`;
  const [claimed] = await shop.database.admin<{ day: string; user_id: string }[]>`
    select day::text, user_id from claim_daily_report_mails(1)`;
  await shop.database.admin`
    select finalize_daily_report_mail(${claimed?.day ?? ""}::date, ${claimed?.user_id ?? ""}::uuid, 'away')`;
  const [waiting] = await shop.database.admin<{ attempts: number; last_error: string }[]>`
    select attempts, last_error from private.daily_report_mails where user_id = ${claimed?.user_id ?? ""}`;
  expect(waiting).toEqual({ attempts: 2, last_error: "away" });
  expect((await shop.worker.runOnce()).dailyReports, "the other reader's report").toBe(1);
});

test("no daily report is sent after losing the role, unsubscribing, or on a closed day", async () => {
  await shop.database.admin`delete from private.daily_report_mails`;
  await owner.client.from("staff").delete().eq("user_id", manager.id).throwOnError();
  await closedSince(2);
  const before = sheetsTo(manager).length;
  expect((await shop.worker.runOnce()).dailyReports).toBe(1);
  expect(sheetsTo(manager)).toHaveLength(before);

  await shop.database.admin`delete from private.daily_report_mails`;
  await shop.database.admin`
    update store_settings set closed_days = (
      select jsonb_agg(jsonb_build_object('day', to_char(now() + number * interval '1 day', 'YYYY-MM-DD'), 'reason', 'Rest'))
      from generate_series(-2, 1) as number
    )`;
  expect((await shop.worker.runOnce()).dailyReports).toBe(0);
  await closedSince(2);
  await ask(owner, false).then(({ error }) => expect(error).toBeNull());
  expect((await shop.worker.runOnce()).dailyReports).toBe(0);
});
