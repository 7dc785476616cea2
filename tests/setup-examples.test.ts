import { expect, test } from "vitest";
import { confirmHours, saveExamples } from "#app/features/setup/setup-checklist.ts";
import { browserOf } from "./requests.ts";
import { openTestShop } from "./running-shop.ts";

const shop = await openTestShop();
const owner = await shop.signUpAdmin("Ola Owner");

test("the examples fill in zones, times, and tax once, and change nothing that the owner has set", async () => {
  await shop.database.admin`delete from delivery_zones`;
  await owner.client.from("delivery_zones").insert({ name: "Mine", max_miles: 3, fee: 4 }).throwOnError();
  const data = browserOf(owner);
  await saveExamples(data, "2026-11-28");
  await saveExamples(data, "2026-11-28");
  const [found] = await shop.database.admin`
    select (select string_agg(name, ',') from delivery_zones) as zones,
      (select count(*)::integer from window_rules) as rules, (select pickup_windows and delivery_windows from store_settings) as is_on,
      (select array_agg(percent::float8) from tax_rates) as rates`;
  expect(found).toEqual({ zones: "Mine", rules: 14, is_on: true, rates: [8.25] });
});

test("the examples add delivery times to a store that has pickup times only, like the demo", async () => {
  const { admin } = shop.database;
  await admin`delete from window_rules where delivery_type = 'delivery' or weekday = 0`;
  await admin`update store_settings set delivery_windows = false`;
  await saveExamples(browserOf(owner), "2026-11-28");
  const [found] = await admin`
    select (select count(*)::integer from window_rules where delivery_type = 'pickup') as pickup,
      (select count(*)::integer from window_rules where delivery_type = 'delivery') as delivery, delivery_windows as is_on
    from store_settings`;
  expect(found).toEqual({ pickup: 6, delivery: 7, is_on: true });
});

test("the owner's answer that the opening hours are theirs is kept", async () => {
  const rest = owner.client;
  const isConfirmed = async () => (await rest.rpc("are_hours_confirmed").throwOnError()).data;
  expect(await isConfirmed()).toBe(false);
  await confirmHours(browserOf(owner));
  await confirmHours(browserOf(owner));
  expect(await isConfirmed()).toBe(true);
});
