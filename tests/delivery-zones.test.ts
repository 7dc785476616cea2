import { beforeEach, expect, test } from "vitest";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { update } from "./requests.ts";
import { openTestShop, type Person, readContentVersion } from "./running-shop.ts";

const shop = await openTestShop();
const [ama, admin] = await Promise.all([shop.signUp("Ama Mensah"), shop.signUpAdmin("Ola Owner")]);

beforeEach(() => zones().delete().gt("id", 0).throwOnError());

const zones = (client = admin.client) => client.from("delivery_zones");
const addZone = (zone: Record<string, unknown>) => zones().insert({ name: "Near", ...zone });

async function answerTo(zip: string, client: Person["client"] = shop.guest) {
  return (await client.rpc("check_delivery", { zip }).single().throwOnError()).data as Record<string, unknown>;
}

test("without zones the store settings decide about a ZIP code, and none is rejected", async () => {
  expect(await answerTo("77338")).toEqual({
    city: "Humble",
    state: "TX",
    miles: 5.7,
    outcome: "delivered",
    fee: null,
    free_from: 100,
    min_order: 0,
    nearest_zone: null,
    nearest_zone_miles: null,
  });
  // Within the larger of the two radii, beyond it, far away, and unknown.
  expect(await answerTo("77379")).toMatchObject({ city: "Spring", miles: 11.1, free_from: 100 });
  expect(await answerTo("77449")).toMatchObject({ miles: 23.9, outcome: "contact", free_from: null });
  expect(await answerTo("60601")).toMatchObject({ city: "Chicago", state: "IL", outcome: "contact" });
  expect(await answerTo("00000")).toMatchObject({ outcome: "unknown", city: null, miles: null });
});

test.for([
  ["77032", 3],
  ["77073", 4.5],
  ["77373", 6.1],
  ["77002", 14.2],
  ["99950", 2400],
  ["96701", 3900],
] as const)("the center of %s is about %i miles from the store", async ([zip, miles]) => {
  const shownMiles = Number((await answerTo(zip))["miles"]);
  expect(Math.abs(shownMiles - miles)).toBeLessThan(miles > 100 ? 150 : 0.05);
});

test("distances are measured from the position in the store settings", async () => {
  const place = (latitude: number, longitude: number) =>
    admin.client.from("store_settings").update({ latitude, longitude }).eq("id", true).throwOnError();
  await place(41.8858, -87.6181);
  expect(await answerTo("60601")).toMatchObject({ miles: 0, outcome: "delivered", free_from: 100 });
  await place(29.965, -95.367);
});

test("a listed ZIP code takes precedence over a radius, and a small radius over a large one", async () => {
  await addZone({ name: "Far", max_miles: 20, fee: 12 }).throwOnError();
  await addZone({ name: "Near", max_miles: 6, fee: 5, free_from: 60, min_order: 25 }).throwOnError();
  await addZone({ name: "Our street", zips: ["77002", "77073"], fee: 0 }).throwOnError();
  expect(await answerTo("77338")).toMatchObject({ outcome: "delivered", fee: 5, free_from: 60, min_order: 25 });
  expect(await answerTo("77379")).toMatchObject({ outcome: "delivered", fee: 12, free_from: null, min_order: 0 });
  expect(await answerTo("77073")).toMatchObject({ outcome: "delivered", fee: 0 });
  expect(await answerTo("77002")).toMatchObject({ outcome: "delivered", fee: 0, miles: 14.2 });
});

test("outside of all zones delivery is pickup only, and an unknown ZIP code stays unknown", async () => {
  await addZone({ max_miles: 10, fee: 5 }).throwOnError();
  expect(await answerTo("77449")).toMatchObject({ city: "Katy", outcome: "pickup_only", fee: null });
  expect(await answerTo("00000")).toMatchObject({ outcome: "unknown" });
  await addZone({ name: "New", zips: ["00000"], fee: 9 }).throwOnError();
  expect(await answerTo("00000")).toMatchObject({ outcome: "delivered", fee: 9, city: null, miles: null });
});

test("a ZIP code outside of all zones is answered with the nearest zone and its distance", async () => {
  await addZone({ name: "Downtown", zips: ["77002", "77003"], fee: 9 }).throwOnError();
  await addZone({ name: "Near", max_miles: 6, fee: 5 }).throwOnError();
  await addZone({ name: "Far", max_miles: 20, fee: 12 }).throwOnError();
  // 23.9 miles from the store.
  expect(await answerTo("77449")).toMatchObject({
    outcome: "pickup_only",
    nearest_zone: "Far",
    nearest_zone_miles: 3.9,
  });
  expect(await answerTo("77338")).toMatchObject({ outcome: "delivered", nearest_zone: null });
  expect(await answerTo("00000")).toMatchObject({ outcome: "unknown", nearest_zone: null });
  await zones().delete().eq("name", "Far").throwOnError();
  // Downtown's listed ZIP codes are closer to 77004 than the edge of the other zone's radius.
  const listed = await answerTo("77004");
  expect(listed).toMatchObject({ outcome: "pickup_only", nearest_zone: "Downtown" });
  expect(Number(listed["nearest_zone_miles"])).toBeGreaterThan(0.5);
  expect(Number(listed["nearest_zone_miles"])).toBeLessThan(4);
  await zones().delete().gt("id", 0).throwOnError();
  await addZone({ name: "No known center", zips: ["00000"], fee: 1 }).throwOnError();
  expect(await answerTo("77004")).toMatchObject({ outcome: "pickup_only", nearest_zone: null });
});

test("the settings summarize the zones, and each change of a zone refreshes cached pages", async () => {
  const summary = async (client: Person["client"] = shop.guest) =>
    (await client.from("store_settings").select("delivery_summary").single().throwOnError()).data.delivery_summary;
  const version = () => readContentVersion(shop);
  // Computed, whatever the owner writes.
  await update(admin, "store_settings", { id: true }, { delivery_summary: { lowest_fee: 0 } });
  expect(await summary()).toBeNull();
  const before = await version();
  await addZone({ name: "Near", max_miles: 6, fee: 5, free_from: 60, min_order: 25 }).throwOnError();
  expect(await version()).toBeGreaterThan(before);
  const near = {
    lowest_fee: 5,
    highest_fee: 5,
    has_separate_fee: false,
    lowest_free_from: 60,
    highest_free_from: 60,
    is_always_free_from: true,
    lowest_min_order: 25,
    highest_min_order: 25,
  };
  for (const client of [shop.guest, ama.client, admin.client]) expect(await summary(client)).toEqual(near);
  await addZone({ name: "Our street", zips: ["77002"], fee: 0, free_from: 10 }).throwOnError();
  expect(await summary()).toEqual({ ...near, lowest_fee: 0, lowest_min_order: 0 });
  await addZone({ name: "Far", max_miles: 20 }).throwOnError();
  expect(await summary()).toEqual({
    ...near,
    lowest_fee: 0,
    lowest_min_order: 0,
    has_separate_fee: true,
    is_always_free_from: false,
  });
  await zones().update({ fee: 12, free_from: 0 }).eq("name", "Near").throwOnError();
  expect(await summary()).toMatchObject({ highest_fee: 0, lowest_free_from: null });
  await zones().delete().gt("id", 0).throwOnError();
  expect(await summary()).toBeNull();
});

test("in a zone without a fee, staff set the fee", async () => {
  await addZone({ name: "On request", max_miles: 30 }).throwOnError();
  expect(await answerTo("77449")).toMatchObject({ outcome: "contact", fee: null, free_from: null });
  await zones().update({ free_from: 150 }).eq("name", "On request").throwOnError();
  expect(await answerTo("77449")).toMatchObject({ outcome: "delivered", fee: null, free_from: 150 });
});

test("the rounded distance decides: a radius of 5.7 miles includes 5.7 miles", async () => {
  await addZone({ max_miles: 5.7, fee: 5 }).throwOnError();
  expect(await answerTo("77338")).toMatchObject({ miles: 5.7, outcome: "delivered" });
  await zones().update({ max_miles: 5.6 }).gt("id", 0).throwOnError();
  expect(await answerTo("77338")).toMatchObject({ outcome: "pickup_only" });
});

test("a ZIP+4 code is accepted, and an invalid one rejected", async () => {
  expect(await answerTo(" 77338-1234 ")).toMatchObject({ city: "Humble" });
  for (const wrong of ["", "7733", "773388", "Humble", "77338; drop table", "٧٧٣٣٨", null]) {
    const { status, error } = await shop.guest.rpc("check_delivery", { zip: wrong });
    expect([wrong, status, error?.message]).toEqual([wrong, 400, "A ZIP code has five digits."]);
  }
});

test.for([
  {},
  { max_miles: 5, zips: ["77338"] },
  { zips: [] },
  { zips: ["7733"] },
  { zips: ["77338", null] },
  { zips: ["77338,77339"] },
  { max_miles: 0 },
  { max_miles: "NaN" },
  { max_miles: 5, fee: -1 },
  { max_miles: 5, fee: "NaN" },
  { max_miles: 5, free_from: -1 },
  { max_miles: 5, min_order: "NaN" },
  { max_miles: 5, name: " " },
])("a zone is not %o", async (wrong) => {
  expect((await addZone(wrong)).error?.code).toBe("23514");
});

test("areas for structured data have the same ZIP codes and terms as check_delivery", async () => {
  const areas = async () => (await shop.guest.rpc("list_delivery_areas").throwOnError()).data as DeliveryAreaRow[];
  expect(await areas()).toEqual([]);
  await addZone({ name: "List", zips: ["77338", "99999"], fee: 3, min_order: 20 });
  await addZone({ name: "Near", max_miles: 8, fee: 5, free_from: 50 });
  await addZone({ name: "Agreed", max_miles: 12, fee: null });
  await addZone({ name: "Everywhere", max_miles: 3000, fee: 50 });
  const [list, near, ...others] = await areas();
  expect(others).toEqual([]);
  expect(list).toEqual({ zips: ["77338", "99999"], fee: 3, free_from: null, min_order: 20 });
  expect(near).toMatchObject({ fee: 5, free_from: 50, min_order: 0 });
  expect(near?.zips.length).toBeGreaterThan(5);
  expect(near?.zips).not.toContain("77338");
  for (const zip of near?.zips ?? []) expect(await answerTo(zip)).toMatchObject({ fee: 5, free_from: 50 });
  // 11.1 miles: beyond the fixed fees.
  expect(near?.zips).not.toContain("77379");
  expect((await zones(ama.client).select("id")).data).toEqual([]);
});

type DeliveryAreaRow = FunctionRow<"list_delivery_areas">;
