import { randomUUID } from "node:crypto";
import { createTokens } from "@calabash/data-service/keys";
import type { PostgrestError } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { categories } from "#app/features/catalog/categories.ts";
import { ALLERGENS } from "#app/features/catalog/product.ts";
import { requireMfaOfAdmins } from "#server/database/prepare-database.ts";
import { aPictureFile } from "./a-picture.ts";
import { addLine, insert, insertRow, readRow, update } from "./requests.ts";
import { anOrder, aProduct, BILLING, openTestShop, type Person, readContentVersion, setUpMfa } from "./running-shop.ts";

/**
 * Tests every table and function with four actors: a guest, Ama, who owns the rows, Kofi, another user, and an admin.
 */
const shop = await openTestShop();
const [ama, kofi, admin] = await Promise.all([
  shop.signUp("Ama Mensah"),
  shop.signUp("Kofi Stranger"),
  shop.signUpAdmin("Ola Owner"),
]);
const oil = await aProduct(shop, { name: "Red Palm Oil", price: 14.99, discount_price: 12.99 });
const order = await anOrder(ama, oil, 2);

const rejected = (error: PostgrestError | null) => expect(error?.code).toBe("42501");

test("where MFA is required, an admin without it has a customer's permissions", async () => {
  const answers = async (client = admin.client) => {
    const orders = await client.from("orders").select("id").eq("id", order.id);
    return [orders.data?.length, (await client.from("profiles").select("id").eq("id", ama.id)).data?.length];
  };
  await requireMfaOfAdmins(shop.database, true);
  expect(await answers()).toEqual([0, 0]);
  rejected((await admin.client.from("condiments").insert({ name: "Fake", price: 1 })).error);
  await setUpMfa(admin.client);
  expect(await answers()).toEqual([1, 1]);
  // MFA alone makes nobody an admin.
  const person = await shop.signUp("Customer");
  const tokens = await createTokens({ signingKey: shop.keys.signingKey });
  const mfaToken = tokens.sign({ ...decodeJwt(person.accessToken), aal: "aal2" });
  expect(await answers(shop.data.as(mfaToken) as unknown as Person["client"])).toEqual([0, 0]);
  await requireMfaOfAdmins(shop.database, false);
  const asBefore = tokens.sign({ ...decodeJwt(admin.accessToken), aal: "aal1" });
  expect(await answers(shop.data.as(asBefore) as unknown as Person["client"])).toEqual([1, 1]);
});

// Products and their nine category views

test("everyone reads products, through the table and through the category's view", async () => {
  for (const client of [shop.guest, kofi.client, admin.client]) {
    for (const name of ["products", "condiments"]) {
      const { data } = await client.from(name).select("name").eq("id", oil.id).single();
      expect(data).toEqual({ name: "Red Palm Oil" });
    }
  }
});

test("an admin adds, changes, and deletes products through each category's view", async () => {
  for (const { table: name } of categories) {
    const { data: added } = await admin.client
      .from(name)
      .insert({ name: "New here", description: "x", price: 3.5, size: "1 ct", img1: "", img2: null })
      .select()
      .single()
      .throwOnError();
    expect(added).toMatchObject({ name: "New here", price: 3.5 });
    const { data: changed } = await admin.client.from(name).update({ price: 4 }).eq("id", added.id).select("price");
    expect(changed).toEqual([{ price: 4 }]);
    await admin.client.from(name).delete().eq("id", added.id).throwOnError();
    expect((await admin.client.from(name).select("id").eq("id", added.id)).data).toEqual([]);
  }
});

test("an admin sets attributes through a category's view, and everyone reads them", async () => {
  const facts = {
    also_called: "shitor, black pepper sauce",
    storage: "shelf",
    origin: "Ghana",
    ingredients: "Oil, chili, dried fish",
    contains: ["fish", "crustacean_shellfish"],
    may_contain: ["peanut"],
    fibre: "",
    care: "",
    heat_level: 3,
    amount: 11,
    unit: "oz",
  };
  const columns = Object.keys(facts).join(",");
  const added = await insertRow(admin, "condiments", { name: "Shito", price: 9.99, ...facts }, "id");
  for (const name of ["condiments", "products"]) {
    expect((await shop.guest.from(name).select(columns).eq("id", added.id).single()).data).toEqual(facts);
  }
  const { data: changed } = await admin.client
    .from("condiments")
    .update({ storage: "chilled", contains: [] })
    .eq("id", added.id)
    .select("storage, contains");
  expect(changed).toEqual([{ storage: "chilled", contains: [] }]);
  const strange = await ama.client.from("condiments").update({ contains: [] }).eq("id", added.id).select("id");
  expect(strange.data).toEqual([]);
  rejected((await shop.guest.from("products").update({ contains: [] }).eq("id", added.id)).error);
});

test("the database and the app list the same allergens", async () => {
  const data = await insertRow(admin, "condiments", { name: "Everything", price: 1, contains: [...ALLERGENS] }, "id");
  await admin.client.from("condiments").delete().eq("id", data.id).throwOnError();
  const [known] = await shop.database.admin<{ count: string }[]>`
    select count(*) from pg_constraint, regexp_matches(pg_get_constraintdef(oid), $$'[a-z_]+'::text$$, 'g')
    where conname = 'allergens_are_known'`;
  expect(Number(known?.count)).toBe(ALLERGENS.length);
});

test.for([
  { contains: ["gluten"] },
  { may_contain: [null] },
  { contains: ["milk"], may_contain: ["milk"] },
  { storage: "outside" },
  { heat_level: 6 },
  { amount: 16 },
  { amount: 0, unit: "oz" },
  { amount: "NaN", unit: "oz" },
  { amount: 1, unit: "kg" },
  { price: "NaN" },
  { price: 5, discount_price: 5 },
  { price: 5, discount_price: "NaN" },
])("a product is not %o", async (wrong) => {
  const { error } = await admin.client.from("condiments").insert({ name: "Wrong", price: 1, ...wrong });
  expect(error?.code).toBe("23514");
});

test("a category's view rejects products of another category", async () => {
  const { error } = await admin.client.from("condiments").insert({ name: "Stray", price: 1, category: "more" });
  expect(error?.code).toBe("44000");
});

test.for([
  { team: [null] },
  { team: [[]] },
  { team: [{ name: "Ola" }] },
  { team: [{ name: "Ola", title: "Owner", image: "", is_sample: "yes" }] },
  { testimonials: ["words"] },
  { testimonials: [{ name: "Ama", text: null, image: "" }] },
  { social_links: [{ name: "X", url: "javascript:alert(1)" }] },
  { logo: "//other.example/logo.png" },
  { logo: "https://other.example/logo.png" },
  { banner_text: "x".repeat(141) },
  { banner_text: "Two\nlines" },
  ...["281 555 0142", "+0 281 555 0142", "+1 (281)", "+1 281 555 0142?text=x", "+1 281 555 0142 1234 5678 9"].map(
    (whatsapp_number) => ({ whatsapp_number }),
  ),
  { opening_hours: [{ days: "Mon", opens: "9", closes: "20:00", text: "" }] },
  { free_delivery_minimum: "NaN" },
])("the store settings reject %o", async (wrong) => {
  expect((await admin.client.from("store_settings").update(wrong).eq("id", true)).error?.code).toBe("23514");
});

test.for(["Texas", "", "EST5EDT4", "posix/America/Chicago", "America/Chicago; drop"])(
  "the store settings reject “%s” as time zone",
  async (time_zone) => {
    const { error } = await admin.client.from("store_settings").update({ time_zone }).eq("id", true);
    expect([error?.code, error?.hint]).toEqual(["23514", "time_zone"]);
    expect(error?.message).toBe(`The time zone “${time_zone}” doesn't exist. Enter one such as America/Chicago.`);
    expect((await shop.guest.rpc("list_windows", { delivery_type: "pickup" })).error).toBeNull();
  },
);

test("a time zone is saved in its canonical spelling", async () => {
  const zoneOf = async (time_zone: string) =>
    (await admin.client.from("store_settings").update({ time_zone }).eq("id", true).select("time_zone").single()).data
      ?.time_zone;
  expect(await zoneOf(" america/new_york ")).toBe("America/New_York");
  expect(await zoneOf("UTC")).toBe("UTC");
  expect(await zoneOf("America/Chicago")).toBe("America/Chicago");
  // Not even the owner of the database can store an unknown time zone.
  await expect(shop.database.admin`update store_settings set time_zone = 'Texas'`).rejects.toThrow("doesn't exist");
});

test("deleting an ordered product archives it and keeps the order", async () => {
  const yam = await aProduct(shop, { table: "more", name: "Puna Yam", price: 17.99 });
  const buyer = await shop.signUp("Yam Buyer");
  const yamOrder = await anOrder(buyer, yam);
  await admin.client.from("more").delete().eq("id", yam.id).throwOnError();
  expect((await shop.guest.from("more").select("id").eq("id", yam.id)).data).toEqual([]);
  expect((await readRow(admin, "products", "archived_at", { id: yam.id })).archived_at).not.toBeNull();
  const { data: items } = await buyer.client.from("order_items").select("product_name").eq("order_id", yamOrder.id);
  expect(items).toEqual([{ product_name: "Puna Yam" }]);
});

test("a product is shown only after its own images are uploaded", async () => {
  const url = admin.client.storage.from("wears_styles").getPublicUrl("half made.png").data.publicUrl;
  const added = await insertRow(admin, "snack_confectionaries", { name: "Half-made", price: 2, img1: url }, "id, img1");
  expect(added.img1).toBe("/storage/v1/object/public/wears_styles/half%20made.png");
  const isShown = async () =>
    (await shop.guest.from("snack_confectionaries").select("id").eq("id", added.id)).data?.length === 1;
  expect(await isShown()).toBe(false);
  const picture = await aPictureFile("any.png");
  expect((await admin.client.storage.from("wears_styles").upload("half made.png", picture)).error).toBeNull();
  expect(await isShown()).toBe(true);
  await admin.client.storage.from("wears_styles").remove(["half made.png"]);
  expect(await isShown()).toBe(false);
});

// Articles, store settings, and the content version

test("every public change increments the content version", async () => {
  const read = () => readContentVersion(shop);
  const before = await read();
  await update(admin, "condiments", { id: oil.id }, { size: "1 l" });
  expect(await read()).toBeGreaterThan(before);
});

// Profiles

test("customers read their own profile, admins all profiles", async () => {
  const mine = await ama.client.from("profiles").select("name, role");
  expect(mine.data).toEqual([{ name: "Ama Mensah", role: "customer" }]);
  expect((await kofi.client.from("profiles").select("id").eq("id", ama.id)).data).toEqual([]);
  expect((await admin.client.from("profiles").select("id").in("id", [ama.id, kofi.id])).data).toHaveLength(2);
});

test("users change their own name, but no role and no other user's name", async () => {
  const { data } = await ama.client.from("profiles").update({ name: "Ama M." }).eq("id", ama.id).select("name");
  expect(data).toEqual([{ name: "Ama M." }]);
  await update(ama, "profiles", { id: ama.id }, { name: "Ama Mensah" });
  rejected((await ama.client.from("profiles").update({ role: "admin" }).eq("id", ama.id)).error);
  rejected((await admin.client.from("profiles").update({ role: "admin" }).eq("id", kofi.id)).error);
  rejected((await kofi.client.from("profiles").insert({ id: randomUUID(), role: "admin" })).error);
  expect((await kofi.client.from("profiles").update({ name: "Mine" }).eq("id", ama.id).select()).data).toEqual([]);
});

test("sign-up metadata cannot make an admin", async () => {
  const client = shop.newClient();
  const { data } = await client.auth.signUp({
    email: `eve.${randomUUID()}@test.example`,
    password: "long enough",
    options: { data: { fullName: "Eve", role: "admin", app_metadata: { role: "admin" } } },
  });
  expect((await client.from("profiles").select("role").single()).data).toEqual({ role: "customer" });
  expect(data.user?.app_metadata).toEqual({ provider: "email", providers: ["email"] });
});

// Orders and their lines

test("a plain insert of an order ignores the browser's total, status, owner, and fees", async () => {
  const data = await insertRow(
    kofi,
    "orders",
    {
      user_id: ama.id,
      total: 0.01,
      status: "paid",
      delivery_type: "pickup",
      delivery_address: "",
      delivery_cost: -5,
      delivery_phone_number: "",
    },
    "user_id, total, status, delivery_cost",
  );
  expect(data).toEqual({ user_id: kofi.id, total: 0, status: "pending", delivery_cost: 0 });
});

test("plain inserts of lines get catalog prices, and the total follows", async () => {
  const placed = await insertRow(kofi, "orders", { user_id: kofi.id, delivery_type: "pickup" }, "id");
  const { data: lines } = await kofi.client
    .from("order_items")
    .insert([{ order_id: placed.id, product_id: oil.id, product_name: "Gold", quantity: 3, unit_price: 0.01 }])
    .select("product_name, unit_price")
    .throwOnError();
  expect(lines).toEqual([{ product_name: "Red Palm Oil", unit_price: 12.99 }]);
  const { data: summed } = await kofi.client.from("orders").select("total").eq("id", placed.id).single();
  expect(summed).toEqual({ total: 38.97 });
});

test("a quantity below 1 or above 999 is rejected", async () => {
  for (const quantity of [0, -1, 1000]) {
    expect((await addLine(ama, order.id, { product_id: oil.id, quantity })).error?.code).toBe("23514");
  }
});

// Billing details

test("only the order's owner writes its billing details", async () => {
  const mine = { order_id: order.id, ...BILLING };
  rejected((await kofi.client.from("billing_details").insert(mine)).error);
  rejected((await admin.client.from("billing_details").insert(mine)).error);
  await insert(ama, "billing_details", mine);
  const { data: changed } = await ama.client
    .from("billing_details")
    .upsert({ ...mine, city: "Humble" })
    .select("city");
  expect(changed).toEqual([{ city: "Humble" }]);
});

test("billing details are validated in the database as in the form", async () => {
  for (const wrong of [{ phone: "123" }, { country: "usa" }, { email: "nobody" }, { name: " " }]) {
    const { error } = await ama.client.from("billing_details").update(wrong).eq("order_id", order.id);
    expect(error?.code).toBe("23514");
  }
});

test("only admins upload and delete images; everyone can open one by its URL", async () => {
  const picture = await aPictureFile("any.png");
  for (const client of [shop.guest, ama.client]) {
    const { error } = await client.storage.from("wears_styles").upload("theirs.png", picture);
    expect(error?.message).toMatch(/row-level security/);
  }
  expect((await admin.client.storage.from("wears_styles").upload("ours.png", picture)).error).toBeNull();
  for (const client of [shop.guest, ama.client]) {
    expect((await client.storage.from("wears_styles").remove(["ours.png"])).data ?? []).toEqual([]);
  }
  const address = "/storage/v1/object/public/wears_styles/ours.png";
  const visible = await shop.app.request(address);
  expect([visible.status, visible.headers.get("content-type")]).toEqual([200, "image/png"]);
  await admin.client.storage.from("wears_styles").remove(["ours.png"]);
  expect((await shop.app.request(address)).status).toBe(400);
});
