import { expect, test } from "vitest";
import { aPaidOrder } from "./paying.ts";
import { call, insert, readNewestEntries, readRows, update } from "./requests.ts";
import { aProduct, aProductInSizes, openTestShop } from "./running-shop.ts";

const shop = await openTestShop();
const [owner, manager, packer] = await shop.signUpAll("owner", "manager", "packer");

const COLUMNS = "kind, subject, actor, before, after";
const latest = async (kind: string) => (await readNewestEntries(owner, COLUMNS, { kind }))[0];

test("new and removed prices are in the audit log: products, sizes, copies and imports", async () => {
  const prices = async (subject: string) =>
    readRows(owner, "audit_log", "actor, before, after", { kind: "price", subject }, "id");
  const made = await manager.client
    .from("condiments")
    .insert({ name: "Ogbono", price: 8, discount_price: 7 })
    .select("id")
    .single()
    .throwOnError();
  const product_id = made.data.id;
  const label = "2 lb";
  await insert(manager, "product_sizes", { product_id, label, price: 15 });
  const copy = await manager.client.rpc("duplicate_product", { product_id }).throwOnError();
  await call(manager, "set_product_sizes", { product_id, sizes: [] });
  await manager.client.from("products").delete().eq("id", copy.data).throwOnError();
  const actor = "Mina Manager";
  const sold = { price: 8, discount_price: 7 };
  expect(await prices("Ogbono")).toEqual([{ actor, before: null, after: sold }]);
  expect(await prices("Ogbono, size 2 lb")).toEqual([
    { actor, before: null, after: { price: 15, discount_price: null } },
    { actor, before: { price: 15, discount_price: null }, after: null },
  ]);
  expect(await prices("Copy of Ogbono")).toEqual([
    { actor, before: null, after: sold },
    { actor, before: sold, after: null },
  ]);

  const import_id = await call(manager, "begin_import", { file_name: "x.csv" });
  const rows = [{ place: 1, row_number: 2, cells: { category: "condiments", name: "Brought", price: "3" } }];
  await call(manager, "stage_import_rows", { import_id, rows });
  await call(manager, "validate_import", { import_id });
  await call(manager, "apply_import", { import_id });
  await call(manager, "undo_import", { import_id });
  const brought = { price: 3, discount_price: null };
  expect(await prices("Brought")).toEqual([
    { actor, before: null, after: brought },
    { actor, before: brought, after: null },
  ]);
});

test("the audit log records price changes of products and sizes, with person, before, and after", async () => {
  const oil = await aProduct(shop, { name: "Red Palm Oil", price: 14.99 });
  await update(manager, "condiments", { id: oil.id }, { price: 12.5, discount_price: 10 });
  const line = {
    kind: "price",
    subject: "Red Palm Oil",
    actor: "Mina Manager",
    before: { price: 14.99, discount_price: null },
    after: { price: 12.5, discount_price: 10 },
  };
  expect(await latest("price")).toEqual(line);
  // Other updates are not recorded as price changes.
  await update(manager, "condiments", { id: oil.id }, { price: 12.5, size: "1 l" });
  expect(await latest("price")).toEqual(line);
  const dress = await aProductInSizes(shop, { name: "Dress" }, [{ label: "M", price: 50 }]);
  await update(owner, "product_sizes", { id: dress.inSize("M").size_id }, { price: 45 });
  expect(await latest("price")).toMatchObject({ subject: "Dress, size M", actor: "Ola Owner", after: { price: 45 } });
});

test("a refund records who requested it", async () => {
  const order = await aPaidOrder(shop, await shop.signUp("Ama"), await aProduct(shop, { price: 30 }));
  await call(packer, "request_refund", { order_id: order.id, amount_cents: 250 });
  expect(await latest("refund")).toEqual({
    kind: "refund",
    subject: expect.stringMatching(/^Order 1\d{3}$/),
    actor: "Paul Packer",
    before: null,
    after: { amount: 2.5, reason: "requested_by_customer" },
  });
});

test("the audit log records only the changed fields of a setting", async () => {
  await update(owner, "store_settings", { id: true }, { phone: "(281) 555-0199" });
  expect(await latest("settings")).toEqual({
    kind: "settings",
    subject: "Store settings",
    actor: "Ola Owner",
    before: { phone: "(281) 555-0142" },
    after: { phone: "(281) 555-0199" },
  });
  await insert(owner, "discount_codes", { code: "YAM10", percent: 10 });
  expect(await latest("settings")).toMatchObject({
    subject: "Discount code: YAM10",
    before: null,
    after: { percent: 10 },
  });
  await owner.client.from("discount_codes").delete().eq("code", "YAM10").throwOnError();
  expect(await latest("settings")).toMatchObject({
    subject: "Discount code: YAM10",
    before: { percent: 10 },
    after: null,
  });
});

test("a change of the sales tax names the tax class", async () => {
  const soap = await aProduct(shop, { name: "Black Soap" });
  const { data: taxed } = await owner.client.from("tax_classes").select("id").eq("title", "Taxable").single();
  await insert(owner, "tax_rates", { class_id: taxed?.id, valid_from: "2026-01-01", percent: 8.25 });
  expect(await latest("settings")).toMatchObject({ subject: "Tax rate: Taxable", after: { percent: 8.25 } });
  await insert(owner, "tax_exceptions", { product_id: soap.id, class_id: taxed?.id });
  expect(await latest("settings")).toMatchObject({ subject: "Tax exception: Black Soap", before: null });
});

test("the audit log records granted, changed, and revoked roles, whoever changes them", async () => {
  await update(owner, "staff", { user_id: packer.id }, { refund_limit: 5 });
  expect(await latest("right")).toEqual({
    kind: "right",
    subject: `Role: ${packer.email}`,
    actor: "Ola Owner",
    before: { refund_limit: 20 },
    after: { refund_limit: 5 },
  });
  const short = await shop.signUpStaff("Short Stay", "manager");
  await owner.client.from("staff").delete().eq("user_id", short.id).throwOnError();
  expect(await latest("right")).toMatchObject({
    subject: `Role: ${short.email}`,
    before: { role: "manager" },
    after: null,
  });
  await update(shop, "profiles", { id: short.id }, { role: "admin" });
  expect(await latest("right")).toMatchObject({
    actor: "The shop's server",
    before: { role: "customer" },
    after: { role: "admin" },
  });
  await call(owner, "invite_staff", { email: "ama@test.example", role: "manager" });
  expect(await latest("right")).toMatchObject({ subject: "Invitation: ama@test.example", actor: "Ola Owner" });
});

test("an entry names the account and its role, and staff who change their name are recorded", async () => {
  expect((await packer.client.from("profiles").update({ name: "Ola Owner" }).eq("id", packer.id)).error).toBeNull();
  const columns = "subject, actor_email, actor_role, before, after";
  expect(await readNewestEntries(owner, columns, { kind: "right" })).toEqual([
    {
      subject: `Name of ${packer.email}`,
      actor_email: packer.email,
      actor_role: "packer",
      before: { name: "Paul Packer" },
      after: { name: "Ola Owner" },
    },
  ]);
  await call(manager, "log_export", { subject: "Products" });
  expect(await readNewestEntries(owner, "subject, actor, actor_email, actor_role", { kind: "export" })).toEqual([
    { subject: "Products", actor: "Mina Manager", actor_email: manager.email, actor_role: "manager" },
  ]);
});

test("a customer who changes their name is not recorded", async () => {
  const kofi = await shop.signUp("Kofi");
  const count = async () => (await owner.client.from("audit_log").select("id", { count: "exact", head: true })).count;
  const before = await count();
  await update(kofi, "profiles", { id: kofi.id }, { name: "Kofi Boateng" });
  expect(await count()).toBe(before);
});

test("not even the database's owner changes or empties the audit log", async () => {
  for (const deed of [
    "update public.audit_log set subject = ''",
    "delete from public.audit_log",
    "truncate public.audit_log",
  ]) {
    await expect(shop.database.admin.script(deed)).rejects.toThrow("Nobody can change the audit log.");
  }
});
