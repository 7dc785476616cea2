import { expect, test } from "vitest";
import { update } from "./requests.ts";
import { BILLING, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop();

const HOME = {
  street: "18 Cypress Bend",
  unit: "Apt 4",
  city: "Humble",
  postal_code: "77338",
  instructions: "Ring twice",
  phone: "(281) 555-0177",
};

const save = ({ client }: Pick<Person, "client">, chosen: Record<string, unknown> = {}) =>
  client.rpc("save_address", { ...HOME, ...chosen });

async function streetsOf({ id }: Person): Promise<string[]> {
  const { data } = await shop.data.service
    .from("saved_addresses")
    .select("street")
    .eq("user_id", id)
    .order("used_at", { ascending: false })
    .throwOnError();
  return data.map(({ street }) => street);
}

/** Creates a person with a saved address, billing details, and a preference. */
async function aPersonWithSavedDetails(): Promise<Person & { addressId: string }> {
  const ama = await shop.signUp("Ama Mensah");
  const { data } = await save(ama).throwOnError();
  await ama.client.from("saved_billing").upsert(BILLING).throwOnError();
  await ama.client.from("saved_preferences").upsert({ substitution_preference: "contact" }).throwOnError();
  return { ...ama, addressId: (data as { id: string }).id };
}

const TABLES = ["saved_addresses", "saved_billing", "saved_preferences"] as const;

test("an address is saved with its phone number as ten digits and its texts trimmed", async () => {
  const ama = await shop.signUp("Ama Mensah");
  await save(ama, { street: "  18  Cypress Bend ", instructions: "Ring\ntwice" }).throwOnError();
  const { data } = await ama.client.from("saved_addresses").select().single().throwOnError();
  expect(data).toMatchObject({ ...HOME, user_id: ama.id, phone: "2815550177" });
});

test("saving a known address updates it and makes it the most recent one", async () => {
  const ama = await shop.signUp("Ama Mensah");
  await save(ama).throwOnError();
  await save(ama, { street: "2 Yam Street" }).throwOnError();
  await save(ama, { street: "18 cypress bend", phone: "2815550199", instructions: "" }).throwOnError();
  expect(await streetsOf(ama)).toEqual(["18 cypress bend", "2 Yam Street"]);
  const { data } = await ama.client.from("saved_addresses").select("phone, instructions").eq("unit", "Apt 4");
  expect(data).toContainEqual({ phone: "2815550199", instructions: "" });
});

test("a complete address typed as the street is saved without city and ZIP code", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const street = "18 Cypress Bend, Humble, TX 77338";
  await save(ama, { street, unit: null, city: null, postal_code: null, instructions: null }).throwOnError();
  expect(await streetsOf(ama)).toEqual([street]);
});

test("ten addresses are kept, even with concurrent saves; the least recently used is replaced", async () => {
  const ama = await shop.signUp("Ama Mensah");
  await save(ama, { street: "The first" }).throwOnError();
  await save(ama, { street: "The second" }).throwOnError();
  await Promise.all(
    Array.from({ length: 8 }, (_, place) => save(ama, { street: `${place} Yam Street` }).throwOnError()),
  );
  await save(ama, { street: "The first" }).throwOnError();
  await Promise.all(["One more", "And another"].map((street) => save(ama, { street }).throwOnError()));
  const saved = await streetsOf(ama);
  expect(saved).toHaveLength(10);
  expect(saved).toContain("The first");
  expect(saved).not.toContain("The second");
});

test.for<[what: string, chosen: Record<string, unknown>]>([
  ["no phone number", { phone: " " }],
  ["no street", { street: "  " }],
  ["a street of 301 characters", { street: "s".repeat(301) }],
  ["instructions of 301 characters", { instructions: "i".repeat(301) }],
  ["a control character", { unit: "Apt\u0007" }],
  ["a text with a direction override", { city: "Hum\u202eble" }],
])("an address with %s is not saved", async ([, chosen]) => {
  const ama = await shop.signUp("Ama Mensah");
  expect((await save(ama, chosen)).status).toBe(400);
  expect(await streetsOf(ama)).toEqual([]);
});

test("new billing details replace the saved ones, normalized", async () => {
  const ama = await aPersonWithSavedDetails();
  await ama.client
    .from("saved_billing")
    .upsert({ ...BILLING, city: "Humble", phone: "+1 281 555 0123" })
    .throwOnError();
  const { data } = await ama.client.from("saved_billing").select();
  expect(data).toEqual([{ ...BILLING, user_id: ama.id, city: "Humble", phone: "2815550123" }]);
  for (const wrong of [{ phone: "123" }, { country: "usa" }, { email: "ama@localhost" }, { name: " " }]) {
    const rejected = await ama.client.from("saved_billing").upsert({ ...BILLING, ...wrong });
    expect([wrong, rejected.status]).toEqual([wrong, 400]);
  }
});

test("an unknown preference is not saved", async () => {
  const ama = await aPersonWithSavedDetails();
  expect((await ama.client.from("saved_preferences").upsert({ substitution_preference: "burn" } as never)).status).toBe(
    400,
  );
  await ama.client.from("saved_preferences").upsert({ substitution_preference: "replace" }).throwOnError();
  expect((await ama.client.from("saved_preferences").select()).data).toEqual([
    { user_id: ama.id, substitution_preference: "replace" },
  ]);
});

test("the account's owner changes and deletes saved details", async () => {
  const ama = await aPersonWithSavedDetails();
  await update(ama, "saved_addresses", { id: ama.addressId }, { street: "2 Yam Street", phone: "281.555.0188" });
  const { data } = await ama.client.from("saved_addresses").select("street, phone");
  expect(data).toEqual([{ street: "2 Yam Street", phone: "2815550188" }]);
  for (const table of TABLES) {
    await ama.client.from(table).delete().not("user_id", "is", null).throwOnError();
    expect((await ama.client.from(table).select()).data).toEqual([]);
  }
});
