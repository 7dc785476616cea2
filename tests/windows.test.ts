import type { Queries } from "@calabash/data-service/database";
import { createTokens } from "@calabash/data-service/keys";
import { decodeJwt } from "jose";
import { beforeEach, expect, test } from "vitest";
import { expectReply } from "./expect-reply.ts";
import { aPaidOrder, confirm, move, pay, requestIntent, untilOrder } from "./paying.ts";
import { call, insert, postJson, readRow, readRows } from "./requests.ts";
import { aProduct, openTestShop, type Person, requestOrder } from "./running-shop.ts";

const EVERY_DAY = [{ days: "Sun-Sat", opens: "00:00", closes: "00:00", text: "always" }];
const SHORT = [{ days: "Sun-Sat", opens: "03:00", closes: "03:30", text: "short" }];
const USUAL = [
  { days: "Mon-Sat", opens: "09:00", closes: "20:00", text: "Mon-Sat 9AM-8PM" },
  { days: "Sun", opens: "10:00", closes: "18:00", text: "Sun 10AM-6PM" },
];

const shop = await openTestShop({ paymentIntentLimit: 1000 });
const [admin, ama, kofi] = await shop.signUpAll("owner", "customer", "customer");
const oil = await aProduct(shop, { name: "Red Palm Oil", price: 12.99 });

beforeEach(async () => {
  await setRecord({ opening_hours: USUAL, closed_days: [], pickup_windows: true, pickup_paused_until: null });
  await setRules({ capacity: 1 });
  // Releases all slots and unpaid orders of earlier tests.
  await shop.database.admin`update public.orders set window_starts_at = null, window_ends_at = null`;
  await shop.database.admin`update public.orders set status = 'cancelled' where status = 'pending'`;
});

const setRecord = (record: Record<string, unknown>) =>
  admin.client.from("store_settings").update(record).eq("id", true).throwOnError();

/** Sets one rule for two-hour pickup windows on every day of the week. */
async function setRules(rule: Record<string, unknown>) {
  await admin.client.from("window_rules").delete().gte("weekday", 0).throwOnError();
  const row = { delivery_type: "pickup", length_minutes: 120, capacity: 1, ...rule };
  const rows = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ ...row, weekday }));
  await insert(admin, "window_rules", rows);
}

/** Returns the slots offered at that moment, in the store's time zone. */
async function windowsAt(orderedAt: string, count = 3): Promise<string[]> {
  const rows = await shop.database.admin<{ text: string }[]>`
    select to_char(starts_at at time zone 'America/Chicago', 'Dy Mon DD HH24:MI') || ' to '
      || to_char(ends_at at time zone 'America/Chicago', 'HH24:MI') as text
    from private.windows_from('pickup', (${orderedAt}::timestamp) at time zone 'America/Chicago')
    order by starts_at limit ${count}`;
  return rows.map(({ text }) => text);
}

const nextWindows = (client = shop.guest) => call(client, "list_windows", { delivery_type: "pickup" });

const theNext = async () => (await nextWindows())[0]?.starts_at ?? "none";

const place = ({ client }: Pick<Person, "client">, window_starts_at: string | null) =>
  requestOrder(client, [{ product_id: oil.id, quantity: 1 }], 12.99, { window_starts_at });

const windowOf = (id: string) => readRow(shop, "orders", "window_starts_at, window_reserved_until, status", { id });

const lostWindows = async () => (await call(admin, "list_lost_windows")).map(({ id }) => id);

const expireHold = (orderId: string) =>
  shop.database
    .admin`update public.orders set window_reserved_until = now() - interval '1 second' where id = ${orderId}`;

// When

test("windows fill the opening hours, and none ends after closing", async () => {
  const monday = ["09:00 to 11:00", "11:00 to 13:00", "13:00 to 15:00", "15:00 to 17:00", "17:00 to 19:00"];
  const days = [
    ...monday.map((time) => `Mon Nov 23 ${time}`),
    ...monday.slice(0, 2).map((time) => `Tue Nov 24 ${time}`),
  ];
  expect(await windowsAt("2026-11-23 00:00", 7)).toEqual(days);
  expect((await windowsAt("2026-11-29 00:00", 5)).slice(0, 4).at(-1)).toBe("Sun Nov 29 16:00 to 18:00");
});

test("no window starts before the order can be prepared, counting opening hours only", async () => {
  await setRules({ preparation_minutes: 120 });
  expect(await windowsAt("2026-11-23 10:00", 1)).toEqual(["Mon Nov 23 13:00 to 15:00"]);
  // Exactly two hours are enough.
  expect(await windowsAt("2026-11-23 11:00", 1)).toEqual(["Mon Nov 23 13:00 to 15:00"]);
  // Half an hour of preparation fits today, and the rest tomorrow morning.
  expect(await windowsAt("2026-11-23 19:30", 1)).toEqual(["Tue Nov 24 11:00 to 13:00"]);
  // After closing, all preparation is tomorrow.
  expect(await windowsAt("2026-11-23 23:00", 1)).toEqual(["Tue Nov 24 11:00 to 13:00"]);
  expect(await windowsAt("2026-11-23 03:00", 1)).toEqual(["Mon Nov 23 11:00 to 13:00"]);
  await setRules({ preparation_minutes: 0 });
  expect(await windowsAt("2026-11-23 23:00", 1)).toEqual(["Tue Nov 24 09:00 to 11:00"]);
});

test("after the cutoff no orders are accepted for the same day", async () => {
  await setRules({ cut_off: "12:00" });
  expect(await windowsAt("2026-11-23 11:59", 1)).toEqual(["Mon Nov 23 13:00 to 15:00"]);
  expect(await windowsAt("2026-11-23 12:00", 1)).toEqual(["Tue Nov 24 09:00 to 11:00"]);
});

test("the cutoff of a store open past midnight also ends the orders for the hours after midnight", async () => {
  await setRecord({ opening_hours: [{ days: "Mon-Sun", opens: "20:00", closes: "02:00", text: "" }] });
  await setRules({ cut_off: "22:00", length_minutes: 60 });
  expect(await windowsAt("2026-11-23 21:59", 1)).toEqual(["Mon Nov 23 22:00 to 23:00"]);
  for (const time of ["2026-11-23 22:00", "2026-11-24 00:30"]) {
    expect(await windowsAt(time, 1)).toEqual(["Tue Nov 24 20:00 to 21:00"]);
  }
});

test("closed days and a pause have no windows, and preparation waits for the next open day", async () => {
  await setRules({ preparation_minutes: 60 });
  await setRecord({ closed_days: [{ day: "2026-11-26", reason: "Thanksgiving" }] });
  expect(await windowsAt("2026-11-25 19:30", 1)).toEqual(["Fri Nov 27 11:00 to 13:00"]);
  await setRecord({ pickup_paused_until: "2026-11-28T21:00:00Z" });
  expect(await windowsAt("2026-11-25 08:00", 1)).toEqual(["Sat Nov 28 15:00 to 17:00"]);
});

test("on daylight saving days, windows start at the hour of the store's clock", async () => {
  const instants = async (orderedAt: string) => {
    const rows = await shop.database.admin<{ text: string }[]>`
      select to_char(starts_at at time zone 'UTC', 'DD HH24:MI') as text
      from private.windows_from('pickup', ${orderedAt}::timestamptz) order by starts_at limit 1`;
    return rows[0]?.text;
  };
  expect(await instants("2026-10-31T20:00:00-05:00")).toBe("01 16:00");
  expect(await instants("2026-10-30T20:00:00-05:00")).toBe("31 14:00");
  expect(await instants("2027-03-13T20:00:00-06:00")).toBe("14 15:00");
  // A store that never closes has no window for the hour skipped in spring, and one for the hour repeated in fall.
  await setRecord({ opening_hours: EVERY_DAY });
  await setRules({ length_minutes: 60 });
  expect(await windowsAt("2027-03-14 00:30", 3)).toEqual([
    "Sun Mar 14 01:00 to 03:00",
    "Sun Mar 14 03:00 to 04:00",
    "Sun Mar 14 04:00 to 05:00",
  ]);
  expect(new Set(await windowsAt("2026-11-01 00:00", 24)).size).toBe(24);
  // The first 1 AM in fall, which no window starts at, cannot be chosen.
  const choose = (at: string, start: string) => shop.database.admin`
    select from private.windows_from('pickup', ${at}::timestamptz, only_start => ${start}::timestamptz)`;
  expect(await choose("2026-11-01 05:00Z", "2026-11-01 06:00Z")).toHaveLength(0);
  expect(await choose("2026-11-01 05:00Z", "2026-11-01 07:00Z")).toHaveLength(1);
  // A window from 2 to 4 AM starts at 3 AM in spring, and can be chosen as it is listed.
  await setRules({ length_minutes: 120 });
  expect(await windowsAt("2027-03-14 01:00", 1)).toEqual(["Sun Mar 14 03:00 to 04:00"]);
  expect(await choose("2027-03-14 07:00Z", "2027-03-14 08:00Z")).toHaveLength(1);
});

test("day ranges across the weekend, lists of days, and hours past midnight are understood", async () => {
  await setRecord({
    opening_hours: [
      { days: "Fri-Mon", opens: "20:00", closes: "02:00", text: "" },
      { days: "Wed, thu", opens: "10:00", closes: "12:00", text: "" },
      { days: "Holidays", opens: "08:00", closes: "23:00", text: "" },
    ],
  });
  expect(await windowsAt("2026-11-23 12:00", 5)).toEqual([
    "Mon Nov 23 20:00 to 22:00",
    "Mon Nov 23 22:00 to 00:00",
    "Tue Nov 24 00:00 to 02:00",
    "Wed Nov 25 10:00 to 12:00",
    "Thu Nov 26 10:00 to 12:00",
  ]);
});

test("a weekday without a rule has no windows, and none exist while windows are off", async () => {
  await admin.client.from("window_rules").delete().neq("weekday", 3).throwOnError();
  expect(await windowsAt("2026-11-23 12:00", 1)).toEqual(["Wed Nov 25 09:00 to 11:00"]);
  await setRecord({ pickup_windows: false });
  expect(await windowsAt("2026-11-23 12:00")).toEqual([]);
  expect(await nextWindows()).toEqual([]);
});

// Slots

test("while windows are off, an order has none, whatever the request", async () => {
  await setRecord({ pickup_windows: false });
  const { data } = await place(ama, new Date().toISOString()).throwOnError();
  expect(data).toMatchObject({ window_starts_at: null, window_ends_at: null, window_reserved_until: null });
});

test("an order takes its slot, and the window is no longer offered to others", async () => {
  const [starts = "", following] = (await nextWindows()).map(({ starts_at }) => starts_at);
  const { data } = await place(ama, starts).throwOnError();
  const windows = await nextWindows();
  expect(data.window_starts_at).toBe(starts);
  expect(windows[0]?.starts_at).toBe(following);
  // To its holder the slot still looks free, because another order would replace this one.
  expect((await nextWindows(ama.client))[0]?.starts_at).toBe(starts);
  const full = await place(kofi, starts);
  expect([full.status, full.error?.code]).toEqual([410, "PT410"]);
  expect(JSON.parse(full.error?.details ?? "")).toEqual(windows);
});

test.for<[what: string, starts: string | null]>([
  ["no window", null],
  ["a window in the past", "2020-01-06T16:00:00Z"],
  ["a time that starts no window", "2100-01-01T16:00:00Z"],
])("an order with %s is rejected while windows are on", async ([, starts]) => {
  const person = await shop.signUp("Too Early");
  const rejected = await place(person, starts);
  expect(rejected.status).toBe(410);
  expect(JSON.parse(rejected.error?.details ?? "")).toHaveLength(3);
  expect((await person.client.from("orders").select("id")).data).toEqual([]);
});

test("a plain insert of an order follows the same rules and gets the next time by default", async () => {
  const insert = (person: Person, window_starts_at: string | null) =>
    person.client
      .from("orders")
      .insert({ user_id: person.id, total: 0, status: "pending", delivery_type: "pickup", window_starts_at })
      .select("window_starts_at, window_reserved_until");
  const starts = await theNext();
  expect((await insert(ama, null)).data).toMatchObject([{ window_starts_at: starts }]);
  expect((await insert(kofi, starts)).status).toBe(410);
});

test("a slot is free again after 15 minutes without a payment, and when its order ends", async () => {
  const starts = await theNext();
  const { data: first } = await place(ama, starts).throwOnError();
  await expireHold(first.id);
  await call(kofi, "cancel_order", { order_id: (await place(kofi, starts).throwOnError()).data.id });
  expect(await theNext()).toBe(starts);
});

test("a slot is reserved for at most an hour without payment, however often a customer orders again", async () => {
  const starts = await theNext();
  const { data: first } = await place(ama, starts).throwOnError();
  const age = (minutes: number) =>
    shop.withoutTriggers`
        update orders set created_at = created_at - make_interval(mins => ${minutes}),
          window_reserved_until = window_reserved_until - make_interval(mins => ${minutes})
        where user_id = ${ama.id}`;
  const check = (order_id: string) => ama.client.rpc("check_fulfillment", { order_id }).throwOnError();
  const heldMs = async (id: string) => Date.parse((await windowOf(id))?.window_reserved_until ?? "") - Date.now();
  const minute = 60_000;
  await age(50);
  await check(first.id);
  expect(await heldMs(first.id)).toBeLessThan(10.5 * minute);
  expect(await heldMs(first.id)).toBeGreaterThan(9 * minute);
  const { data: again } = await place(ama, starts).throwOnError();
  expect(await heldMs(again.id)).toBeLessThan(10.5 * minute);
  await age(11);
  await check(again.id);
  await call(ama, "set_order_window", { order_id: again.id, starts_at: starts });
  expect(await heldMs(again.id)).toBeLessThan(0);
  await place(kofi, starts).throwOnError();
});

test("a changed cart keeps its reserved slot, even the last one", async () => {
  const starts = await theNext();
  await place(ama, starts).throwOnError();
  await place(ama, starts).throwOnError();
});

test("of two hundred simultaneous orders for the last slot, exactly one gets it", async () => {
  await setRules({ capacity: 2 });
  const starts = await theNext();
  await place(kofi, starts).throwOnError();
  const crowd = await aCrowd(200);
  const statuses: number[] = [];
  // Concurrency of a busy store.
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let client = crowd.pop(); client; client = crowd.pop()) {
        statuses.push((await place({ client }, starts)).status);
      }
    }),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 410)).toHaveLength(199);
});

test("orders wait only for windows that overlap theirs", async () => {
  const lock = (sql: Queries, starts: string, ends: string) => sql`
    select private.lock_window('pickup', ${`2026-12-05 ${starts}+00`}::timestamptz, ${`2026-12-05 ${ends}+00`}::timestamptz)`;
  const tryLock = (starts: string, ends: string) =>
    shop.database.admin.begin(async (sql) => {
      await sql`set local lock_timeout = '50ms'`;
      await lock(sql, starts, ends);
    });
  await shop.database.admin.begin(async (sql) => {
    await lock(sql, "10:00", "12:00");
    await expect(tryLock("11:45", "12:45")).rejects.toMatchObject({ code: "55P03" });
    await expect(tryLock("09:00", "10:10")).rejects.toMatchObject({ code: "55P03" });
    await tryLock("12:00", "13:00");
    await tryLock("08:00", "10:00");
  });
});

/** Creates signed-in users without a sign-up. */
async function aCrowd(size: number): Promise<Person["client"][]> {
  const tokens = await createTokens({ signingKey: shop.keys.signingKey });
  const sessions = await shop.database.admin<{ id: string; user_id: string }[]>`
    with people as (
      insert into auth.users (email) select 'shopper' || n || '@crowd.example' from generate_series(1, ${size}) as n
      returning id
    )
    insert into auth.sessions (user_id) select id from people returning id, user_id`;
  const claims = decodeJwt(kofi.accessToken);
  return Promise.all(
    sessions.map(async ({ id, user_id: sub }) => {
      return shop.data.as(tokens.sign({ ...claims, sub, session_id: id })) as unknown as Person["client"];
    }),
  );
}

// Paying

test("starting a payment renews the reservation or offers the next three slots", async () => {
  const starts = await theNext();
  const { data: order } = await place(ama, starts).throwOnError();
  const pay = () => postJson(shop, "/api/create-payment-intent", { orderId: order.id }, ama);
  await expireHold(order.id);
  expect((await pay()).status).toBe(200);
  expect(Date.parse((await windowOf(order.id))?.window_reserved_until ?? "")).toBeGreaterThan(Date.now());

  await expireHold(order.id);
  await place(kofi, starts).throwOnError();
  const response = await pay();
  const windows = await nextWindows(ama.client);
  await expectReply(response, 409, {
    error: "This time is no longer available. Choose another one.",
    windows: windows.map(({ starts_at, ends_at }) => ({ starts_at, ends_at })),
  });
  await call(ama, "set_order_window", { order_id: order.id, starts_at: windows[0]?.starts_at });
  expect((await pay()).status).toBe(200);
});

/** Pays for a window of one order after somebody else has taken it, and returns that order and its alerts. */
async function payLate(starts: string) {
  const { data: late } = await place(ama, starts).throwOnError();
  const intentId = await requestIntent(shop, ama, late.id);
  await expireHold(late.id);
  await pay(shop, (await place(kofi, starts).throwOnError()).data.id);
  await confirm(shop, intentId);
  await untilOrder(shop, late.id, ({ status }) => status === "paid");
  const alerts = await readRows(admin, "shop_alerts", "kind", { order_id: late.id });
  return { late, alerts };
}

test("a paid order keeps its slot; a late payment keeps it, too, and raises an alert", async () => {
  const starts = await theNext();
  const { late, alerts } = await payLate(starts);
  expect(await windowOf(late.id)).toMatchObject({ window_starts_at: starts });
  expect(alerts).toEqual([{ kind: "window_overfull" }]);
  await shop.worker.runOnce();
  const mails = shop.mailbox.list().filter(({ text }) => text.includes(late.id));
  expect(mails.length).toBeGreaterThanOrEqual(2);
  for (const { text } of mails) expect(text).toMatch(/^(Your time|Time): \w+day, \w+ \d+, .+\./m);
});

test("a late payment for a window after midnight raises an alert by the rule of the day before", async () => {
  await setRecord({ opening_hours: [{ days: "Wed", opens: "23:00", closes: "01:00", text: "late" }] });
  await setRules({ length_minutes: 60 });
  await admin.client.from("window_rules").delete().neq("weekday", 3).throwOnError();
  const starts = (await nextWindows()).map(({ starts_at }) => starts_at);
  const hours = new Intl.DateTimeFormat("en-US", { hour: "2-digit", hourCycle: "h23", timeZone: "America/Chicago" });
  const { alerts } = await payLate(starts.find((at) => hours.format(new Date(at)) === "00") ?? "none");
  expect(alerts).toEqual([{ kind: "window_overfull" }]);
});

// Changing

test("the customer and the store change the window until the order is prepared", async () => {
  await setRecord({ pickup_windows: false });
  const paid = await aPaidOrder(shop, kofi, oil);
  await setRecord({ pickup_windows: true });
  const [first, second] = await nextWindows();
  const change = (person: Person, starts_at: string | null | undefined, order_id = paid.id) =>
    person.client.rpc("set_order_window", { order_id, starts_at });
  await change(kofi, first?.starts_at).throwOnError();
  expect(await windowOf(paid.id)).toMatchObject({ window_starts_at: first?.starts_at, window_reserved_until: null });
  // Changing to the same window takes no second slot.
  await change(kofi, first?.starts_at).throwOnError();
  await change(admin, second?.starts_at).throwOnError();
  expect((await change(ama, second?.starts_at)).status).toBe(404);
  expect((await change(kofi, null)).status).toBe(400);
  expect((await change(kofi, "2100-01-01T00:00:00Z")).status).toBe(410);
  await move(admin, paid.id, "preparing");
  expect((await change(kofi, first?.starts_at)).status).toBe(409);
  expect(await windowOf(paid.id)).toMatchObject({ window_starts_at: second?.starts_at });
});

test("a window rule with impossible numbers is rejected", async () => {
  const rule = { delivery_type: "delivery", weekday: 1, length_minutes: 60, capacity: 5 };
  const rules = () => admin.client.from("window_rules");
  await rules().insert(rule).throwOnError();
  for (const wrong of [
    { weekday: 7 },
    { length_minutes: 10 },
    { capacity: 0 },
    { preparation_minutes: -1 },
    { cut_off: "25:00" },
    { window_capacities: [] },
    { window_capacities: { "9:00": 2 } },
    { window_capacities: { "09:00": -1 } },
    { window_capacities: { "09:00": "many" } },
    { delivery_type: "drone" },
  ]) {
    expect([wrong, (await rules().insert({ ...rule, weekday: 2, ...wrong })).error?.code]).toEqual([wrong, "23514"]);
  }
});

const DAY = { weekday: 3, length_minutes: 120, preparation_minutes: 0, cut_off: null };

test("a single window has its own capacity, and none with 0", async () => {
  await setRules({ capacity: 5, window_capacities: { "11:00": 1, "13:00": 0 } });
  expect(await windowsAt("2026-11-23 08:00", 3)).toEqual([
    "Mon Nov 23 09:00 to 11:00",
    "Mon Nov 23 11:00 to 13:00",
    "Mon Nov 23 15:00 to 17:00",
  ]);
  const windows = await call(shop.guest, "list_windows", { delivery_type: "pickup", max_count: 20 });
  const chicago = { timeZone: "America/Chicago", timeStyle: "short" } as const;
  const starts = windows.map(({ starts_at }) => starts_at);
  const eleven = starts.find((at) => new Date(at).toLocaleTimeString("en-GB", chicago) === "11:00") ?? "none";
  await place(ama, eleven).throwOnError();
  expect((await place(kofi, eleven)).status).toBe(410);
});

test("a week is saved as a whole, and rejected if another person has changed it meanwhile", async () => {
  await admin.client.from("window_rules").delete().gte("weekday", 0).throwOnError();
  const one = { ...DAY, capacity: 5, window_capacities: {} };
  const two = { ...DAY, weekday: 4, capacity: 2, cut_off: "18:00", window_capacities: { "09:00": 1 } };
  const save = (expected: object[], rules: object[] | null, delivery_type = "pickup") =>
    admin.client.rpc("save_window_rules", { delivery_type, expected, rules });
  const columns = "weekday, length_minutes, capacity, preparation_minutes, cut_off, window_capacities";
  const saved = () => readRows(admin, "window_rules", columns, { delivery_type: "pickup" }, "weekday");
  await save([], [one, two]).throwOnError();
  expect(await saved()).toEqual([one, two]);
  const message = "Someone else changed this in the meantime. Reload the page.";
  expect(await save([], [one])).toMatchObject({ status: 409, error: { message } });
  expect(await saved()).toEqual([one, two]);
  await save([one, two], [{ ...two, capacity: 3 }]).throwOnError();
  expect(await saved()).toEqual([{ ...two, capacity: 3 }]);
  // The weeks of pickup and delivery are independent.
  await save([], [one], "delivery").throwOnError();
  expect(await saved()).toEqual([{ ...two, capacity: 3 }]);
  expect((await save([{ ...two, capacity: 3 }], [{ ...two, capacity: 0 }])).error?.code).toBe("23514");
  // A missing list is no empty week.
  expect((await save([{ ...two, capacity: 3 }], null)).error?.code).toBe("22023");
  expect(await saved()).toEqual([{ ...two, capacity: 3 }]);
});

test.for([
  { closed_days: ["2026-11-26"] },
  { closed_days: [{ day: "26.11.2026", reason: "" }] },
  { closed_days: [{ day: "2026-11-26" }] },
  { pause_reason: "x".repeat(201) },
])("the store settings reject %o", async (wrong) => {
  expect((await admin.client.from("store_settings").update(wrong).eq("id", true)).error?.code).toBe("23514");
});

test("closed days, pauses, shorter hours, and removed weekdays list the paid orders of lost windows", async () => {
  const starts = await theNext();
  const { data: order } = await place(ama, starts).throwOnError();
  await setRecord({ opening_hours: SHORT });
  expect(await lostWindows()).toEqual([]);
  await setRecord({ opening_hours: USUAL });
  await pay(shop, order.id);
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Chicago" }).format(new Date(starts));
  expect(await lostWindows()).toEqual([]);

  await setRecord({ closed_days: [{ day, reason: "Thanksgiving" }] });
  expect(await lostWindows()).toEqual([order.id]);
  await setRecord({ closed_days: [], pickup_paused_until: new Date(Date.parse(starts) + 60_000).toISOString() });
  expect(await lostWindows()).toEqual([order.id]);
  await setRecord({ pickup_paused_until: starts, opening_hours: SHORT });
  expect(await lostWindows()).toEqual([order.id]);
  await setRecord({ opening_hours: USUAL });
  expect(await lostWindows()).toEqual([]);
  await admin.client.from("window_rules").delete().eq("delivery_type", "pickup").throwOnError();
  expect(await lostWindows()).toEqual([order.id]);
  await setRecord({ pickup_windows: false });
  expect(await lostWindows()).toEqual([]);
  await setRecord({ pickup_windows: true, closed_days: [{ day, reason: "Thanksgiving" }] });

  const message = () => call(admin, "message_lost_windows");
  // Each of several calls at once counts only its own emails.
  expect((await Promise.all([message(), message(), message(), message()])).toSorted()).toEqual([0, 0, 0, 1]);
  expect(await message()).toBe(0);
  const mails = await readRows(admin, "outgoing_mails", "facts", { kind: "window_lost", order_id: order.id });
  expect(mails).toMatchObject([{ facts: { window_starts_at: expect.any(String), status: "paid" } }]);
});
