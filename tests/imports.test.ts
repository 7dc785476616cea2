import { expect, test } from "vitest";
import { CSV_COLUMNS, PRODUCT_FIELDS } from "#app/features/catalog/product-fields.ts";
import { applyImport, undoImport, validateImport } from "#app/features/product-import/apply-import.ts";
import { createImport } from "#app/features/product-import/create-import.ts";
import { exportProducts } from "#app/features/product-import/export-products.ts";
import type { ImportCells } from "#app/features/product-import/import-columns.ts";
import { findImport, listImportRows, listImports } from "#app/features/product-import/import-queries.ts";
import { reasonsText } from "#app/features/product-import/import-reasons.ts";
import { parseImport } from "#app/features/product-import/parse-import.ts";
import { listPriceHistory } from "#app/features/products/product-editor-queries.ts";
import { listAuditLog } from "#app/features/reports/audit-log-queries.ts";
import { decimalTyped } from "#app/values/decimal.ts";
import { keysOf } from "#app/values/typed-object.ts";
import { aPaidOrder } from "./paying.ts";
import { browserOf, call, insert, readRow, readRows, update } from "./requests.ts";
import { aProduct, aProductInSizes, openTestShop, readContentVersion } from "./running-shop.ts";

const shop = await openTestShop();
const manager = await shop.signUpStaff("Mina Manager", "manager");
const browserData = browserOf(manager);

function begin(rows: ImportCells[], from = browserData): Promise<number> {
  const numbered = rows.map((cells, index) => ({ rowNumber: index + 2, cells }));
  return createImport(from, "test.csv", numbered, () => undefined);
}

const ROW = "result, reasons, before, after, undo_skip_reason, product_id";
const rowsOf = (id: number) => readRows(manager, "import_rows", ROW, { import_id: id }, "place");

const ITEM = "size_id, sku, barcode, vendor, weight, weight_unit";
async function itemsOf(product_id: number) {
  const items = await readRows(manager, "inventory_items", ITEM, { product_id });
  return items.toSorted((one, other) => (one.size_id ?? 0) - (other.size_id ?? 0));
}

const verdictsOf = async (id: number) =>
  (await rowsOf(id)).map(({ result, reasons }) => [result, reasonsText(reasons)].filter(Boolean).join(": "));

const PRODUCT =
  "id, price, discount_price, availability, is_sold_out, archived_at, description, img1, product_stock(stock_count)";
const productOf = async (name: string) =>
  (await manager.client.from("products").select(PRODUCT).eq("name", name).maybeSingle()).data;

test("a dry run reports each row's outcome and changes nothing", async () => {
  const known = await aProduct(shop, { name: "Known Oil", price: 10 });
  await aProduct(shop, { name: "Twin", price: 1 });
  await aProduct(shop, { name: "Twin", price: 2 });
  const row = { category: "condiments", price: "5" };
  const cases: [ImportCells, string][] = [
    [{ ...row, name: "Brand New" }, "add"],
    [{ ...row, name: "known oil", price: "$12.50" }, "change"],
    [{ id: String(known.id), price: "10.00" }, "refuse: Row 3 already lists this product."],
    [{ ...row, name: "  " }, "refuse: Name is required."],
    [{ ...row, category: "Gadgets", name: "A phone" }, 'refuse: "Gadgets" is not one of the store\'s categories.'],
    [{ ...row, name: "A free thing", price: "" }, "refuse: Price is required."],
    [{ ...row, name: "A word", price: "NaN" }, 'refuse: "NaN" is not a price. Enter a number such as 4.99.'],
    [{ ...row, name: "Below zero", price: "-1" }, 'refuse: "-1" is not a price. Enter a number such as 4.99.'],
    [{ ...row, name: "Too cheap", discount_price: "5.00" }, "refuse: The discount price must be below the price."],
    [{ ...row, name: "brand new" }, "refuse: Row 2 already lists this product."],
    [{ id: "999999", price: "1" }, "refuse: Product 999999 doesn't exist."],
    [{ ...row, name: "Twin" }, "refuse: 2 products have this name. Add the id to choose one."],
    [
      { ...row, name: "A size of nothing", size_label: "M" },
      "refuse: No product has this name in the store or in the file.",
    ],
    [
      { ...row, name: "Half a bag", stock: "2.5" },
      'refuse: Stock must be a whole number from 0 to 1,000,000, not "2.5".',
    ],
    [{ ...row, name: "Measured", amount: "2" }, "refuse: An amount requires a unit."],
    [
      { ...row, name: "Nutty", contains: "peanut; gluten" },
      'refuse: "peanut; gluten" has a word that is not one of the store\'s allergens.',
    ],
    [{ ...row, name: "x".repeat(201) }, "refuse: The name is longer than 200 characters."],
    [{ name: "Nowhere", price: "1" }, "refuse: Category is required."],
  ];
  const id = await begin(cases.map(([cells]) => cells));
  expect(await verdictsOf(id)).toEqual(cases.map(([, verdict]) => verdict));
  expect((await rowsOf(id))[1]).toMatchObject({
    before: { price: 10, name: "Known Oil" },
    after: { price: 12.5, name: "known oil" },
  });
  expect(await findImport(browserData, id)).toMatchObject({
    add_count: 1,
    change_count: 1,
    rejected_count: 16,
    applied_at: null,
  });
  expect((await listImportRows(browserData, id, "refuse", 0))?.totalCount).toBe(16);
  expect(await productOf("Brand New")).toBeNull();
  expect(await productOf("Known Oil")).toMatchObject({ price: 10 });
});

test("an import writes all rows at once, and increments the content version", async () => {
  await aProduct(shop, { name: "Shea Butter", price: 10 });
  const id = await begin([
    { category: "beauty", name: "Black Soap", price: "6", stock: "4", description: "Mild\nand dark" },
    { category: "Condiments", name: "Shea Butter", price: "9", discount_price: "8", availability: "sold out" },
    { category: "wears", name: "Boubou", price: "70", hidden: "no" },
    { category: "wears", name: "Boubou", size_label: "M", price: "75", stock: "2" },
    { category: "wears", name: "Boubou", size_label: "L" },
    { category: "wears", name: "Unfinished", price: "70", hidden: "yes" },
  ]);
  const version = await readContentVersion(shop);
  await applyImport(browserData, id);
  expect(await readContentVersion(shop)).toBeGreaterThan(version);
  expect(await productOf("Black Soap")).toMatchObject({
    price: 6,
    availability: "counted",
    is_sold_out: false,
    description: "Mild\nand dark",
    product_stock: { stock_count: 4 },
  });
  expect(await productOf("Shea Butter")).toMatchObject({ price: 9, discount_price: 8, is_sold_out: true });
  expect(await productOf("Unfinished")).toMatchObject({ archived_at: expect.any(String) });
  expect((await shop.guest.from("products").select("sizes").eq("name", "Boubou").single()).data?.sizes).toMatchObject([
    { label: "M", price: 75, is_sold_out: false },
    { label: "L", price: null },
  ]);
  expect((await listImports(browserData)).map((one) => one.id)).toContain(id);
  // Applying the import again changes nothing.
  await applyImport(browserData, id);
  expect(await productOf("Black Soap")).not.toBeNull();
});

test("an import without statistics of its rows numbers the added products one after the other", async () => {
  const named = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ category: "condiments", name: `${prefix} ${index}`, price: "5" }));
  await begin(named("Earlier", 40));
  await shop.database.admin`analyze public.import_rows`;
  const id = await begin(named("Later", 40));
  await applyImport(browserData, id);
  const ids = (await rowsOf(id)).map(({ product_id }) => product_id ?? 0);
  // A plan for one row scans all rows again for each, and takes an id each time.
  expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index));
});

test("an import, and its undo, is one entry of the audit log, and price histories keep theirs", async () => {
  const owner = await shop.signUpAdmin("Ola Owner");
  const newEntries = async (since: number) =>
    (await listAuditLog(browserOf(owner), null, 0))?.items
      .filter((entry) => entry.id > since)
      .map(({ kind, subject, after }) => ({ kind, subject, after }));
  const { id: since = 0 } = (await listAuditLog(browserOf(owner), null, 0))?.items[0] ?? {};
  const garri = await aProduct(shop, { name: "Logged Garri", price: 10 });
  const id = await begin(
    [
      { id: String(garri.id), price: "9" },
      { category: "wears", name: "Logged Kaftan", price: "70" },
      { category: "wears", name: "Logged Kaftan", size_label: "M", price: "75" },
    ],
    browserOf(owner),
  );
  await applyImport(browserOf(owner), id);
  const imported = { kind: "import", subject: "Import of test.csv", after: { added: 2, changed: 1, refused: 0 } };
  expect(await newEntries(since)).toEqual([imported, expect.objectContaining({ subject: "Logged Garri" })]);
  const history = async (name: string) =>
    (await listPriceHistory(browserOf(owner), name)).map(({ actor, before, after }) => ({ actor, before, after }));
  const [ten, nine] = [10, 9].map((price) => ({ price, discount_price: null }));
  const actor = "Ola Owner";
  expect(await history("Logged Garri")).toEqual([{ actor, before: ten, after: nine }, expect.anything()]);
  await undoImport(browserOf(owner), id);
  expect((await newEntries(since))?.map(({ subject }) => subject)).toEqual([
    "Taken back: test.csv",
    "Import of test.csv",
    "Logged Garri",
  ]);
  expect((await history("Logged Garri"))[0]).toEqual({ actor, before: nine, after: ten });
  expect(await history("Logged Kaftan")).toHaveLength(2);
  // The next change is an entry of its own again.
  await update(owner, "products", { id: garri.id }, { price: 11 });
  expect((await newEntries(since))?.[0]).toMatchObject({ kind: "price", subject: "Logged Garri" });
});

test("a change after the dry run rejects the import; a new dry run allows it", async () => {
  const yam = await aProduct(shop, { name: "Counted Yam", price: 5, stock_count: 9 });
  const id = await begin([
    { category: "condiments", name: "Before the sale", price: "1" },
    { id: String(yam.id), price: "5", stock: "9" },
  ]);
  expect(await verdictsOf(id)).toEqual(["add", "same"]);
  await shop.database.admin`update product_stock set stock_count = 8 where product_id = ${yam.id}`;
  await expect(applyImport(browserData, id)).rejects.toThrow(
    "Products were sold or changed in the meantime. Check the list again.",
  );
  expect(await productOf("Before the sale")).toBeNull();
  await validateImport(browserData, id);
  expect(await verdictsOf(id)).toEqual(["add", "change"]);
  await applyImport(browserData, id);
  expect(await productOf("Counted Yam")).toMatchObject({ product_stock: { stock_count: 9 } });
});

test("undoing an import removes and reverts rows, except those changed since", async () => {
  const [oil, salt] = [
    await aProduct(shop, { name: "Undone Oil", price: 10, discount_price: 9 }),
    await aProduct(shop, { name: "Undone Salt", price: 3 }),
  ];
  const dress = await aProductInSizes(shop, { name: "Undone Dress" }, [{ label: "M", price: 60 }]);
  const id = await begin([
    { id: String(oil.id), price: "20", discount_price: "", stock: "7", hidden: "yes" },
    { id: String(salt.id), price: "4" },
    { id: String(dress.id), size_label: "m", price: "66" },
    { id: String(dress.id), size_label: "L", price: "70" },
    { category: "more", name: "Added and gone", price: "1" },
    { category: "more", name: "Added and sold", price: "1" },
    { category: "more", name: "Added and edited", price: "1" },
    { category: "wears", name: "Added in sizes", price: "1" },
    { category: "wears", name: "Added in sizes", size_label: "S", price: "2" },
  ]);
  await applyImport(browserData, id);
  const sold = await productOf("Added and sold");
  await aPaidOrder(shop, await shop.signUp("Ama"), { id: sold?.id ?? 0 });
  await shop.database.admin`update products set price = 5 where name in ('Undone Salt', 'Added and edited')`;
  await undoImport(browserData, id);
  expect(await productOf("Undone Oil")).toMatchObject({
    price: 10,
    discount_price: 9,
    availability: "available",
    archived_at: null,
    product_stock: null,
  });
  expect(await productOf("Undone Salt")).toMatchObject({ price: 5 });
  const sizes = await manager.client.from("product_sizes").select("label, price").eq("product_id", dress.id);
  expect(sizes.data).toEqual([{ label: "M", price: 60 }]);
  expect(await productOf("Added and gone")).toBeNull();
  expect(await productOf("Added in sizes")).toBeNull();
  expect(await productOf("Added and sold")).toMatchObject({ archived_at: expect.any(String) });
  expect(await productOf("Added and edited")).toMatchObject({ price: 5 });
  expect((await rowsOf(id)).map(({ undo_skip_reason }) => undo_skip_reason)).toEqual([
    null,
    "sold_or_changed",
    null,
    null,
    null,
    "hidden_instead",
    "sold_or_changed",
    null,
    null,
  ]);
  expect((await listImportRows(browserData, id, "left", 0))?.totalCount).toBe(3);
});

test("undoing an import restores the price, but not the count, of products sold since", async () => {
  const { id: uncounted } = await aProduct(shop, { name: "Sold uncounted", price: 3 });
  const { id: counted } = await aProduct(shop, { name: "Sold counted", price: 3 });
  const id = await begin([
    { id: String(uncounted), price: "4" },
    { id: String(counted), price: "4", stock: "7" },
  ]);
  await applyImport(browserData, id);
  await aPaidOrder(shop, await shop.signUp("Ama"), { id: uncounted });
  await aPaidOrder(shop, await shop.signUp("Efua"), { id: counted });
  await undoImport(browserData, id);
  expect(await productOf("Sold uncounted")).toMatchObject({ price: 3 });
  expect(await productOf("Sold counted")).toMatchObject({ price: 4, product_stock: { stock_count: 6 } });
  expect((await rowsOf(id)).map((row) => row.undo_skip_reason)).toEqual([null, "sold_or_changed"]);
});

test("an import cannot be undone after 24 hours", async () => {
  const id = await begin([{ category: "more", name: "Kept for good", price: "1" }]);
  await applyImport(browserData, id);
  await shop.database.admin`update imports set applied_at = now() - interval '24 hours' where id = ${id}`;
  await expect(undoImport(browserData, id)).rejects.toThrow("You can undo it for 24 hours only.");
  expect(await productOf("Kept for good")).not.toBeNull();
  await shop.database.admin`update imports set applied_at = now() - interval '23 hours 59 minutes' where id = ${id}`;
  await undoImport(browserData, id);
  expect(await productOf("Kept for good")).toBeNull();
});

test("every export can be imported without a change: formulas, quotes, lines, and emoji too", async () => {
  const strange = {
    name: `=cmd|'/C calc'!A0 "quoted", 🌶️`,
    description: "one\r\ntwo\n\n'=three",
    also_called: "+plus, -minus, @at",
    origin: "'=Ghana",
    contains: ["milk", "tree_nut"],
    may_contain: ["soy"],
    heat_level: 3,
    amount: 2.5,
    unit: "lb",
    storage: "frozen",
    availability: "sold_out",
    category: "more",
    price: 1289.5,
    discount_price: 1000,
    img2: "/storage/v1/object/public/wears_styles/gone.jpg",
  };
  await insert(manager, "more", strange);
  const dress = await aProductInSizes(shop, { name: "Exported Dress" }, [
    { label: "M, wide", price: 60, discount_price: 50 },
    { label: "=L", stock_count: 3 },
  ]);
  for (const [size_id, item] of [
    [null, { sku: "=DRESS", barcode: "", vendor: "'Ama & Co", weight: "" }],
    [dress.inSize("M, wide").size_id, { sku: "-M", barcode: "036000291452", weight: "12.125 oz" }],
  ] as const) {
    await call(manager, "save_inventory_item", { product_id: dress.id, size_id, item });
  }
  await shop.database.admin`
    insert into products (category, name, price) select 'meat', 'Shelf ' || place, 1 from generate_series(1, 205) as place`;
  const csv = await exportProducts(browserData, () => undefined);
  expect(csv.match(/,meat,Shelf /g)).toHaveLength(205);
  expect(csv).not.toMatch(/(^|,|\n)"?[=@+]/);
  const read = parseImport(csv, (html) => html);
  if (read.kind === "rejected") throw new Error(read.message);
  expect(new Set(await verdictsOf(await begin(read.rows.map(({ cells }) => cells))))).toEqual(new Set(["same"]));
  expect(read.rows.find(({ cells }) => cells.size_label === "M, wide")?.cells).toMatchObject({
    sku: "-M",
    barcode: "036000291452",
    vendor: "",
    weight: "12.125 oz",
  });
  const { data: logged } = await shop.data.service.from("audit_log").select("subject").eq("kind", "export");
  expect(logged).toContainEqual({ subject: "Products" });
});

test("a row by id and a row by name may mean the same product, and a size may come before its product", async () => {
  const id = await begin([
    { category: "wears", name: "Head Tie", size_label: "Wide", price: "9" },
    { id: String((await aProduct(shop, { name: "Named Twice", price: 5 })).id), price: "6" },
    { category: "condiments", name: "named twice", price: "7" },
    { category: "wears", name: "Head Tie", price: "8" },
    { category: "wears", name: "Refused", price: "x" },
    { category: "wears", name: "Refused", size_label: "S", price: "1" },
  ]);
  expect(await verdictsOf(id)).toEqual([
    "add",
    "change",
    "refuse: Row 3 already lists this product.",
    "add",
    'refuse: "x" is not a price. Enter a number such as 4.99.',
    "refuse: The row of its product has an error.",
  ]);
  await applyImport(browserData, id);
  const tie = await shop.guest.from("products").select("sizes").eq("name", "Head Tie").single();
  expect(tie.data?.sizes).toMatchObject([{ label: "Wide", price: 9 }]);
});

test("an import during an offer writes regular prices, and undoing it restores them", async () => {
  const malt = await aProduct(shop, { table: "drink_beverage", name: "Import Malt", price: 10 });
  await insert(manager, "offers", { product_id: malt.id, percent: 50, starts_at: "now", ends_at: "2100-01-01" });
  // The offer's price is not stored as a discount, even if it is the same number.
  const id = await begin([{ id: String(malt.id), price: "10", discount_price: "5" }]);
  expect((await rowsOf(id))[0]).toMatchObject({ result: "change", before: { discount_price: null } });
  const regular = async () =>
    (await shop.guest.from("products").select("discount_price, regular_discount_price").eq("id", malt.id).single())
      .data;
  await applyImport(browserData, id);
  expect(await regular()).toEqual({ discount_price: 5, regular_discount_price: 5 });
  await undoImport(browserData, id);
  expect(await regular()).toEqual({ discount_price: 5, regular_discount_price: null });
  expect(await verdictsOf(await begin([{ id: String(malt.id), price: "10", discount_price: "" }]))).toEqual(["same"]);
});

test("a sale with dates becomes a scheduled offer by the store's clock; one that is over is left out", async () => {
  const known = await aProduct(shop, { name: "Sale Known", price: 10 });
  const sale = { category: "condiments", price: "10", discount_price: "", sale_price: "7,5" };
  const id = await begin([
    { ...sale, name: "Sale Later", sale_starts: "2099-12-24 0:00:00", sale_ends: "2099-12-26" },
    { ...sale, id: String(known.id), sale_starts: "2020-01-01", sale_ends: "2099-06-30 23:59:59" },
    { ...sale, name: "Sale Over", sale_starts: "2020-01-01", sale_ends: "2020-02-01" },
    { ...sale, name: "Sale Open", sale_starts: "2020-01-01", sale_ends: "" },
    { ...sale, name: "Sale Endless", sale_starts: "2099-01-01", sale_ends: "" },
    { ...sale, name: "Sale Wrong", sale_starts: "24/12/2099", sale_ends: "" },
    { ...sale, name: "Sale Impossible", sale_starts: "", sale_ends: "2099-02-30" },
    { ...sale, name: "Sale Backwards", sale_starts: "2099-12-24", sale_ends: "2099-12-01" },
    { ...sale, name: "Sale Later", size_label: "M", sale_starts: "2099-12-24", sale_ends: "" },
  ]);
  expect(await verdictsOf(id)).toEqual([
    "add",
    "change",
    "add: The sale has ended, so its price was not imported.",
    "add",
    "add: The sale has no end: remove its offer when it is over.",
    'refuse: "24/12/2099" is not a date. Enter it like 2026-12-24.',
    'refuse: "2099-02-30" is not a date. Enter it like 2026-12-24.',
    "refuse: The sale ends before it starts.",
    "add: Sizes can't have a sale price with dates, so it was not imported. Add an offer instead.",
  ]);
  await applyImport(browserData, id);
  const offersOf = async (name: string) =>
    (
      await readRows(manager, "offers", "price, starts_at, ends_at, products!inner(name)", { "products.name": name })
    ).map(({ products: _, ...offer }) => offer);
  // Chicago is six hours behind UTC in winter, and five in summer.
  expect(await offersOf("Sale Later")).toEqual([
    { price: 7.5, starts_at: "2099-12-24T06:00:00+00:00", ends_at: "2099-12-27T06:00:00+00:00" },
  ]);
  expect(await offersOf("Sale Known")).toMatchObject([{ price: 7.5, ends_at: "2099-07-01T04:59:59+00:00" }]);
  expect([await offersOf("Sale Over"), await offersOf("Sale Open")]).toEqual([[], []]);
  expect(await productOf("Sale Later")).toMatchObject({ price: 10, discount_price: null });
  expect(await productOf("Sale Known")).toMatchObject({ price: 10, discount_price: 7.5 });
  expect(await productOf("Sale Over")).toMatchObject({ discount_price: null });
  expect(await productOf("Sale Open")).toMatchObject({ discount_price: 7.5 });

  const again = await begin([
    { ...sale, name: "Sale Later", sale_starts: "2099-12-24 0:00:00", sale_ends: "2099-12-26" },
  ]);
  expect(await verdictsOf(again)).toEqual(["same"]);
  await undoImport(browserData, id);
  expect(await productOf("Sale Later")).toBeNull();
  expect([await offersOf("Sale Known"), (await productOf("Sale Known"))?.discount_price]).toEqual([[], null]);
});

test("one name in two Unicode forms, or with another kind of space, is one product", async () => {
  const name = "Ẹ̀fọ́ Riro";
  await aProduct(shop, { name: name.normalize("NFD"), price: 5 });
  const row = { category: "condiments", price: "5" };
  const id = await begin([
    { ...row, name: name.normalize("NFC") },
    { ...row, name: "Jollof Ré" },
    { ...row, name: "Jollof\u00a0 Ré".normalize("NFD") },
    { ...row, name: "jollof ré", size_label: "Gbà" },
    { ...row, name: "jollof ré", size_label: "Gbà".normalize("NFD") },
  ]);
  expect(await verdictsOf(id)).toEqual([
    "same",
    "add",
    "refuse: Row 3 already lists this product.",
    "add",
    "refuse: Row 5 already lists this size.",
  ]);
});

test("a number is read by the same rules in a form and in a CSV file", async () => {
  const pieces = [..."0 1 12 1234 123456789 . , 1. .5 ,5 - --1 $ US$ USD".split(" "), "", " "];
  const texts = [
    ...pieces.flatMap((one) => pieces.flatMap((two) => pieces.map((three) => one + two + three))),
    ..."2,4 1,200.00 1.200,00 1e3 0x10 4.999 1,2,3 1,250 1,250.5 12,345,678 1.5.2 1,20,300 0,005 €5 ٣ ５ 5$ $5$ 1\u00a0200".split(
      " ",
    ),
  ].filter((text) => !text.includes("-"));
  for (const places of [2, 3]) {
    const rows = await shop.database.admin<{ number: string | null }[]>`
      select private.read_decimal(typed, ${places})::text as number
      from unnest(${texts}::text[]) with ordinality as given (typed, place) order by place`;
    expect(rows.map(({ number }) => (number === null ? null : Number(number)))).toEqual(
      texts.map((text) => decimalTyped(text, places)),
    );
  }
});

const image = (name: string) => `/storage/v1/object/public/wears_styles/${name}.jpg`;

/** Columns of the import: its name, then the text and the saved value of a new product and of a change. */
const EVERY_COLUMN: [string, string, unknown, string, unknown][] = [
  ["category", "more", "more", "beauty", "beauty"],
  ["name", "Whole Row", "Whole Row", "Changed Row", "Changed Row"],
  ["price", "9", 9, "7", 7],
  ["discount_price", "8", 8, "6", 6],
  ["availability", "counted", "counted", "sold_out", "sold_out"],
  ["archived_at", "no", null, "yes", expect.any(String)],
  ["size", "Small", "Small", "Large", "Large"],
  ["amount", "2", 2, "3", 3],
  ["unit", "lb", "lb", "oz", "oz"],
  ["storage", "frozen", "frozen", "chilled", "chilled"],
  ["description_header", "First", "First", "Second", "Second"],
  ["pounds_each", "4.5", 4.5, "0.25", 0.25],
  ["weight_tolerance", "5", 5, "20", 20],
  ["snap", "Yes", "yes", "no", "no"],
  ["description", "One", "One", "Two", "Two"],
  ["also_called", "Full", "Full", "New", "New"],
  ["origin", "Ghana", "Ghana", "Togo", "Togo"],
  ["ingredients", "Yam", "Yam", "Corn", "Corn"],
  ["contains", "milk", ["milk"], "soy", ["soy"]],
  ["may_contain", "egg", ["egg"], "fish", ["fish"]],
  ["fibre", "Cotton", "Cotton", "Linen", "Linen"],
  ["care", "Wash cold", "Wash cold", "Wash warm", "Wash warm"],
  ["heat_level", "1", 1, "2", 2],
  ["img1", image("one"), image("one"), image("three"), image("three")],
  ["img2", image("two"), image("two"), image("four"), image("four")],
];

test("an import writes every column of its file into new and existing products, and undoing restores each", async () => {
  await shop.database.admin`
    insert into storage.objects (bucket_id, name)
    select 'wears_styles', name from unnest(array['one.jpg', 'two.jpg', 'three.jpg', 'four.jpg']) as names (name)`;
  const names: Record<string, string> = { archived_at: "hidden", img1: "picture", img2: "second_picture" };
  const typed = (place: 1 | 3) => Object.fromEntries(EVERY_COLUMN.map((row) => [names[row[0]] ?? row[0], row[place]]));
  const savedAs = (place: 2 | 4) => Object.fromEntries(EVERY_COLUMN.map((row) => [row[0], row[place]]));
  const codes = [
    { stock: "3", sku: "ROW-1", barcode: "7 25272 73070 6", vendor: "First Foods", weight: "2.5 lbs" },
    { stock: "", sku: "ROW-2", barcode: "4006381333931", vendor: "Second Foods", weight: "500 g" },
  ];
  const [added, changed] = [
    { ...typed(1), ...codes[0] },
    { ...typed(3), ...codes[1] },
  ];
  const [before, after] = [savedAs(2), savedAs(4)];
  // A new column needs a row in EVERY_COLUMN, or values in `codes`.
  expect([...Object.keys(added), "id", "size_label"].toSorted()).toEqual(CSV_COLUMNS.toSorted());
  const imported = keysOf(PRODUCT_FIELDS).filter((column) => "csv" in PRODUCT_FIELDS[column] && column !== "id");
  expect(Object.keys(before).toSorted()).toEqual(imported.toSorted());
  const readProduct = (id: number) => readRow(manager, "products", imported.join(), { id });
  const [itemBefore, itemAfter] = [
    { sku: "ROW-1", barcode: "725272730706", vendor: "First Foods", weight: 2.5, weight_unit: "lb" },
    { sku: "ROW-2", barcode: "4006381333931", vendor: "Second Foods", weight: 500, weight_unit: "g" },
  ];

  const adding = await begin([added]);
  await applyImport(browserData, adding);
  const productId = Number((await rowsOf(adding))[0]?.product_id);
  expect(await readProduct(productId)).toEqual(before);
  expect(await itemsOf(productId)).toMatchObject([itemBefore]);

  const changing = await begin([{ id: String(productId), ...changed }]);
  await applyImport(browserData, changing);
  expect(await readProduct(productId)).toEqual(after);
  expect(await itemsOf(productId)).toMatchObject([itemAfter]);

  await undoImport(browserData, changing);
  expect(await readProduct(productId)).toEqual(before);
  expect(await itemsOf(productId)).toMatchObject([itemBefore]);
});

test("a dry run rejects a barcode that is wrong, that another product has, or that the file has twice", async () => {
  const [known, dress] = [
    await aProduct(shop, { name: "Barcode Known" }),
    await aProductInSizes(shop, { name: "Barcode Dress" }, [{ label: "M" }]),
  ];
  const first = await begin([
    { id: String(known.id), barcode: "96385074" },
    { id: String(dress.id), barcode: "4013" },
  ]);
  await applyImport(browserData, first);
  const row = { category: "more", price: "1" };
  const id = await begin([
    { ...row, name: "Wrong digit", barcode: "036000291453" },
    { ...row, name: "From a spreadsheet", barcode: "7.3E+11" },
    { ...row, name: "Odd", barcode: "§1" },
    { ...row, name: "Taken", barcode: "9638-5074" },
    { ...row, name: "Heavy", weight: "2 stone" },
    { ...row, name: "Without its zero", barcode: "12345678905" },
    { ...row, name: "The same twice", barcode: "0012345678905" },
    { id: String(dress.id), size_label: "L", barcode: "4013" },
    { id: String(known.id), barcode: " 96385074 " },
  ]);
  expect(await verdictsOf(id)).toEqual([
    "refuse: The check digit of barcode 036000291453 is wrong.",
    'refuse: A spreadsheet changed this barcode to "7.3E+11". Format the column as text.',
    'refuse: "§1" is not a barcode.',
    "refuse: Barcode Known already has the barcode 96385074.",
    'refuse: "2 stone" is not a weight. Enter it like 2.5 lb or 500 g.',
    "add",
    "refuse: Row 7 has the same barcode, 0012345678905.",
    "refuse: Barcode Dress already has the barcode 4013.",
    "same",
  ]);
  await applyImport(browserData, id);
  expect(await itemsOf(Number((await rowsOf(id))[5]?.product_id))).toMatchObject([{ barcode: "012345678905" }]);
});

test("undoing an import leaves a product whose earlier barcode another product has since", async () => {
  const [one, other] = [await aProduct(shop, { name: "Undo One" }), await aProduct(shop, { name: "Undo Other" })];
  await applyImport(browserData, await begin([{ id: String(one.id), barcode: "5011" }]));
  const id = await begin([{ id: String(one.id), barcode: "5012" }]);
  await applyImport(browserData, id);
  await applyImport(browserData, await begin([{ id: String(other.id), barcode: "5011" }]));
  await undoImport(browserData, id);
  expect((await rowsOf(id))[0]?.undo_skip_reason).toBe("barcode_taken_since");
  expect(await itemsOf(one.id)).toMatchObject([{ barcode: "5012" }]);
});

test("Shopify's and WooCommerce's codes, vendors, and weights arrive at products and sizes", async () => {
  const read = parseImport(
    `Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Weight Unit,Variant Price,Variant Barcode
gown,Coded Gown,Ama Textiles,wears,Size,S,GOWN-S,454,lb,10.00,'0614141000418
gown,,,,,M,GOWN-M,500,g,10.00,`,
    (html) => html,
  );
  const woo = parseImport(
    `Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Weight (lbs)",Regular price,Categories,Brands
simple,OIL-1,4012345678901,Coded Oil,1,2.2,9,condiments,Sahel Foods`,
    (html) => html,
  );
  if (read.kind === "rejected" || woo.kind === "rejected") throw new Error("rejected");
  const id = await begin([...read.rows, ...woo.rows].map(({ cells }) => cells));
  expect(await verdictsOf(id)).toEqual(["add", "add", "add", "add"]);
  await applyImport(browserData, id);
  const [gown, , , oil] = (await rowsOf(id)).map(({ product_id }) => Number(product_id));
  expect(await itemsOf(gown ?? 0)).toMatchObject([
    { size_id: null, vendor: "Ama Textiles", sku: "", barcode: "" },
    { sku: "GOWN-S", barcode: "0614141000418", vendor: "", weight: 1, weight_unit: "lb" },
    { sku: "GOWN-M", barcode: "", weight: 500, weight_unit: "g" },
  ]);
  expect(await itemsOf(oil ?? 0)).toMatchObject([
    { sku: "OIL-1", barcode: "4012345678901", vendor: "Sahel Foods", weight: 2.2, weight_unit: "lb" },
  ]);
});

test("an external image is reported and not fetched; the store's own is used", async () => {
  await shop.database.admin`insert into storage.objects (bucket_id, name) values ('wears_styles', 'there.jpg')`;
  const own = "/storage/v1/object/public/wears_styles/there.jpg";
  const id = await begin([
    { category: "more", name: "From elsewhere", price: "1", picture: "http://169.254.169.254/latest" },
    { category: "more", name: "From here", price: "1", picture: `https://shop.example${own}` },
    { category: "more", name: "Missing", price: "1", picture: own.replace("there", "nowhere") },
    { category: "more", name: "No text", price: "1", picture: own.replace("there", "%ff") },
    { category: "more", name: "No letter", price: "1", picture: own.replace("there", "%00") },
  ]);
  const note = "add: Its image was not imported. Add it on the product's card.";
  expect(await verdictsOf(id)).toEqual([note, "add", note, note, note]);
  await applyImport(browserData, id);
  expect(await productOf("From elsewhere")).toMatchObject({ img1: "" });
  expect(await productOf("From here")).toMatchObject({ img1: own });
});

test("a CSV file has at most 5,000 rows of text, and none can be added after the dry run", async () => {
  const started = await manager.client.rpc("begin_import", { file_name: "" }).throwOnError();
  const stage = (rows: unknown) => manager.client.rpc("stage_import_rows", { import_id: started.data, rows });
  const row = { place: 1, row_number: 2, cells: { name: "Yam" } };
  expect((await stage([row])).data).toBe(1);
  expect((await stage([row])).data).toBe(1);
  expect((await stage([{ ...row, place: 5001 }])).status).toBe(400);
  expect((await stage([{ ...row, cells: { price: 3 } }])).status).toBe(400);
  expect((await stage([{ ...row, cells: { name: "x".repeat(40_001) } }])).status).toBe(400);
  await call(manager, "validate_import", { import_id: started.data });
  expect((await stage([row])).status).toBe(409);
});

test("long descriptions are sent in parts that the data service accepts", async () => {
  const rows = Array.from({ length: 300 }, (_, index) => ({
    category: "more",
    name: `Long ${index}`,
    price: "1",
    description: "ọ̀".repeat(1600),
  }));
  expect(await findImport(browserData, await begin(rows))).toMatchObject({ add_count: 300, rejected_count: 0 });
});
