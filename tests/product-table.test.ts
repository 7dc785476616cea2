import { expect, test } from "vitest";
import { applyImport, undoImport } from "#app/features/product-import/apply-import.ts";
import { type BulkChange, createBulkChange } from "#app/features/product-table/create-bulk-change.ts";
import type { ProductRow } from "#app/features/product-table/product-row.ts";
import { listProductRows } from "#app/features/product-table/product-row-queries.ts";
import { duplicateProduct, removeDuplicate } from "#app/features/product-table/row-actions.tsx";
import { type CellEdit, inverseOf, saveCells } from "#app/features/product-table/save-cells.ts";
import { tableFilterFrom } from "#app/features/product-table/table-filter.ts";
import { aPaidOrder } from "./paying.ts";
import { browserOf, call, insert, readRow, readRows } from "./requests.ts";
import { aProduct, aProductInSizes, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop();
const [manager, owner] = await shop.signUpAll("manager", "owner");
const data = browserOf(manager);
const list = (search: string) => listProductRows(data, tableFilterFrom(new URLSearchParams(search)));
const shown = async (search: string) =>
  (await list(search)).rows.map(({ name, label, sizeId }) => (sizeId === null ? name : `${name} ${label}`));
const row = (id: number, sizeId: number | null = null) => ({ productId: id, sizeId });
const saveOne = async (edit: CellEdit, from = data) => (await saveCells(from, [edit]))[0];
const productOf = (id: number) =>
  readRow(manager, "products", "price, discount_price, is_sold_out, product_stock(stock_count)", { id });
const preview = (rows: Pick<ProductRow, "productId" | "sizeId">[], change: BulkChange, from = data) =>
  createBulkChange(from, rows, change);
const plannedRows = (import_id: number) =>
  readRows(manager, "import_rows", "result, reasons, before, after, undo_skip_reason", { import_id }, "place");

// The list

test("the table lists each product, and each of its sizes below it", async () => {
  await aProduct(shop, { name: "Tbl Oil", price: 14.99, discount_price: 12.99 });
  const dress = await aProductInSizes(shop, { name: "Tbl Dress", price: 50 }, [
    { label: "S", stock_count: 3 },
    { label: "M", price: 55, discount_price: 50 },
  ]);
  const { rows, productCount } = await list("words=tbl");
  expect(productCount).toBe(2);
  expect(rows).toMatchObject([
    { name: "Tbl Dress", sizeId: null, sizeCount: 2, priceCents: 5000, category: "wears" },
    { name: "Tbl Dress", label: "S", priceCents: null, stockCount: 3, availability: "counted", sizeCount: 0 },
    { name: "Tbl Dress", label: "M", priceCents: 5500, discountPriceCents: 5000, availability: "available" },
    { name: "Tbl Oil", sizeId: null, sizeCount: 0, priceCents: 1499, discountPriceCents: 1299, offerPriceCents: null },
  ]);
  expect(rows[0]?.productId).toBe(dress.id);
});

test("the table is filtered by search words, category, status, and stock, and sorted", async () => {
  const [gari, yam] = [
    await aProduct(shop, { name: "Flt Gari", price: 9, discount_price: 8 }),
    await aProduct(shop, { name: "Flt Yam", price: 3 }),
  ];
  await aProductInSizes(shop, { name: "Flt Dress", price: 5 }, [{ label: "S", stock_count: 0 }, { label: "M" }]);
  await saveCells(data, [
    { row: row(gari.id), before: {}, after: { availability: "counted", stock: 2 } },
    { row: row(yam.id), before: {}, after: { hidden: true } },
  ]);
  expect(await shown("words=flt")).toEqual(["Flt Dress", "Flt Dress S", "Flt Dress M", "Flt Gari"]);
  expect(await shown("words=flt&sort=-name")).toEqual(["Flt Gari", "Flt Dress", "Flt Dress S", "Flt Dress M"]);
  expect(await shown("words=flt&status=every&sort=price")).toEqual(
    "Flt Yam | Flt Dress | Flt Dress S | Flt Dress M | Flt Gari".split(" | "),
  );
  expect(await shown("words=flt&sort=-category")).toEqual(["Flt Gari", "Flt Dress", "Flt Dress S", "Flt Dress M"]);
  expect(await shown("words=flt&status=every&sort=-added")).toEqual(
    "Flt Dress | Flt Dress S | Flt Dress M | Flt Yam | Flt Gari".split(" | "),
  );
  expect(await shown("words=flt&status=hidden")).toEqual(["Flt Yam"]);
  expect(await shown("words=flt&status=on_sale")).toEqual(["Flt Gari"]);
  expect(await shown("words=flt&category=wears")).toEqual(["Flt Dress", "Flt Dress S", "Flt Dress M"]);
  expect(await shown("words=flt&stock=low")).toEqual(["Flt Dress", "Flt Dress S", "Flt Gari"]);
  expect(await shown("words=flt&stock=out")).toEqual(["Flt Dress", "Flt Dress S"]);
  expect(await shown("words=flt&sort=stock")).toEqual(["Flt Dress", "Flt Dress S", "Flt Dress M", "Flt Gari"]);
  expect(await shown('words=%25"),(')).toEqual([]);
});

test("the table edits SKU, barcode, vendor, and weight, and rejects a barcode that another product has", async () => {
  const [oil, dress] = [
    await aProduct(shop, { name: "Cod Oil" }),
    await aProductInSizes(shop, { name: "Cod Dress" }, [{ label: "S" }]),
  ];
  const small = row(dress.id, dress.inSize("S").size_id);
  const [saved, size, vendor] = await saveCells(data, [
    { row: row(oil.id), before: { barcode: "" }, after: { barcode: "7 25272 73070 6", sku: "COD", weight: "2 lbs" } },
    { row: small, before: { barcode: "" }, after: { barcode: "0725272730706" } },
    { row: small, before: {}, after: { sku: "COD-S" } },
  ]);
  const codes = { barcode: "725272730706", sku: "COD", vendor: "", weight: "2 lb" };
  expect(saved).toMatchObject({ kind: "saved", row: codes });
  expect(size).toMatchObject({ kind: "rejected", message: "Cod Oil already has the barcode 0725272730706." });
  expect(vendor).toMatchObject({ kind: "saved", row: { sku: "COD-S", barcode: "" } });
  const saveBarcode = async (before: CellEdit["before"], barcode: string) =>
    (await saveOne({ row: row(oil.id), before, after: { barcode } }))?.kind;
  expect(await saveBarcode({ barcode: "" }, "4011")).toBe("conflict");
  expect(await saveBarcode({}, "725272730707")).toBe("rejected");
  const notOfSizes = await saveOne({ row: small, before: {}, after: { vendor: "Volta" } });
  expect(notOfSizes).toMatchObject({ kind: "rejected", message: "This cell can't be edited." });
  expect(await shown("words=725272730706")).toEqual(["Cod Oil"]);
  expect(await shown("words=cod-s")).toEqual(["Cod Dress", "Cod Dress S"]);
});

test("during an offer, the table shows the regular prices and what is paid", async () => {
  const soap = await aProduct(shop, { name: "Off Soap", price: 10 });
  await insert(manager, "offers", { product_id: soap.id, percent: 50, starts_at: "now", ends_at: "2100-01-01" });
  expect((await list("words=off soap")).rows).toMatchObject([
    { priceCents: 1000, discountPriceCents: null, offerPriceCents: 500 },
  ]);
  const edit: CellEdit = { row: row(soap.id), before: { price: 10 }, after: { price: 12 } };
  expect(await saveOne(edit)).toMatchObject({ kind: "saved", row: { priceCents: 1200, offerPriceCents: 600 } });
  const discount: CellEdit = { row: row(soap.id), before: { discount_price: null }, after: { discount_price: 11 } };
  expect(await saveOne(discount)).toMatchObject({ kind: "saved", row: { discountPriceCents: 1100 } });
  expect(await productOf(soap.id)).toMatchObject({ price: 12, discount_price: 6 });
  expect((await saveOne(inverseOf(discount)))?.kind).toBe("saved");
  expect((await saveOne(inverseOf(edit)))?.kind).toBe("saved");
  expect(await productOf(soap.id)).toMatchObject({ price: 10, discount_price: 5 });
});

test("the low-stock threshold decides what the table and the daily report list", async () => {
  const pepper = await aProduct(shop, { name: "Low Pepper" });
  await aProductInSizes(shop, { name: "Low Dress" }, [{ label: "S", stock_count: 8 }, { label: "M" }]);
  await saveCells(data, [{ row: row(pepper.id), before: {}, after: { availability: "counted", stock: 7 } }]);
  const set = ({ client }: Person, low_stock_at: number) =>
    client.from("store_settings").update({ low_stock_at }).eq("id", true).select("low_stock_at");
  expect(await shown("stock=low&words=low")).toEqual([]);
  expect((await set(manager, 7)).data).toEqual([{ low_stock_at: 7 }]);
  expect(await shown("stock=low&words=low")).toEqual(["Low Pepper"]);
  expect((await set(owner, 8)).data).toEqual([{ low_stock_at: 8 }]);
  expect(await shown("stock=low&words=low")).toEqual(["Low Dress", "Low Dress S", "Low Pepper"]);
  expect((await list("words=low")).lowStockAt).toBe(8);
  const reported = (await call(manager, "list_low_stock")).map(({ name }) => name);
  expect(reported).toEqual(expect.arrayContaining(["Low Dress", "Low Pepper"]));
  for (const person of [await shop.signUp("Kofi"), await shop.signUpStaff("Paul Packer", "packer")]) {
    expect((await set(person, 100)).data ?? []).toEqual([]);
  }
  for (const wrong of [-1, 1001]) expect((await set(manager, wrong)).error?.code).toBe("23514");
  await set(manager, 5);
});

test("a filter that does not exist is rejected", async () => {
  for (const wrong of [{ status: "gone" }, { stock: "some" }, { sort: "color" }]) {
    expect((await manager.client.rpc("list_product_rows", wrong)).error?.code).toBe("22023");
  }
});

// Cells

test("a cell is saved, a repeated value writes nothing, and an outdated one is a conflict", async () => {
  const oil = await aProduct(shop, { name: "Cel Oil", price: 14.99 });
  const edit: CellEdit = { row: row(oil.id), before: { price: 14.99 }, after: { price: 12.5 } };
  expect(await saveOne(edit)).toMatchObject({ kind: "saved", row: { priceCents: 1250 } });
  expect(await saveOne(edit)).toMatchObject({ kind: "same", row: { priceCents: 1250 } });
  const conflict = await saveOne({ ...edit, after: { price: 9 } });
  expect(conflict).toMatchObject({ kind: "conflict", row: { priceCents: 1250 } });
  expect(await saveOne(inverseOf(edit))).toMatchObject({ kind: "saved", row: { priceCents: 1499 } });
  const logged = await readRows(owner, "audit_log", "actor, before, after", { subject: "Cel Oil" }, "id");
  expect(logged.slice(-2)).toMatchObject([
    { before: { price: 14.99 }, after: { price: 12.5 } },
    { actor: "Mina Manager", before: { price: 12.5 }, after: { price: 14.99 } },
  ]);
});

test("of several cells each is saved or rejected on its own, with the reason", async () => {
  const oil = await aProduct(shop, { name: "Sev Oil", price: 10, discount_price: 8 });
  const dress = await aProductInSizes(shop, { name: "Sev Dress", price: 50 }, [
    { label: "S" },
    { label: "M", price: 55 },
  ]);
  const [small, medium] = [dress.inSize("S").size_id, dress.inSize("M").size_id];
  const results = await saveCells(data, [
    { row: row(oil.id), before: {}, after: { price: 8 } },
    { row: row(oil.id), before: {}, after: { price: 11 } },
    { row: row(oil.id), before: {}, after: { name: " " } },
    { row: row(oil.id), before: {}, after: { name: "x".repeat(201) } },
    { row: row(oil.id), before: {}, after: { discount_price: -1 } },
    { row: row(dress.id, small), before: {}, after: { discount_price: 4 } },
    { row: row(dress.id, small), before: {}, after: { availability: "counted", stock: 4 } },
    { row: row(dress.id, medium), before: { price: 55 }, after: { price: 60 } },
    { row: row(oil.id, medium), before: {}, after: { price: 1 } },
    { row: row(999_999), before: {}, after: { price: 1 } },
  ]);
  expect(results.map((result) => (result.kind === "rejected" ? result.message : result.kind))).toEqual([
    "The discount price must be below the price.",
    "saved",
    "This value isn't allowed.",
    "The name is longer than 200 characters.",
    "This value isn't allowed.",
    "A discount price requires a price for the size.",
    "saved",
    "saved",
    "It was removed. Reload the page.",
    "It was removed. Reload the page.",
  ]);
  expect((await list("words=sev")).rows).toMatchObject([
    { name: "Sev Dress", priceCents: 5000 },
    { label: "S", availability: "counted", stockCount: 4 },
    { label: "M", priceCents: 6000 },
    { name: "Sev Oil", priceCents: 1100, discountPriceCents: 800 },
  ]);
});

test("columns that the table does not edit, and too many cells, are rejected", async () => {
  const oil = await aProduct(shop, { name: "Col Oil" });
  const change = (after: object) => ({ product_id: oil.id, size_id: null, before: {}, after });
  for (const changes of [
    [change({ pictures_ready: true })],
    [change({ category: "drinks" })],
    [],
    Array.from({ length: 501 }, () => change({ price: 1 })),
    "all",
  ]) {
    expect((await manager.client.rpc("save_product_cells", { changes })).error?.code).toBe("22023");
  }
});

test("a counted product is marked sold out and back; a concurrent sale is a conflict", async () => {
  const yam = await aProduct(shop, { name: "Stk Yam" });
  const counted = { availability: "counted", stock: 7 } as const;
  const before = { availability: "available", stock: null } as const;
  expect((await saveOne({ row: row(yam.id), before, after: counted }))?.kind).toBe("saved");
  const out: CellEdit = { row: row(yam.id), before: counted, after: { availability: "sold_out" } };
  expect(await saveOne(out)).toMatchObject({ kind: "saved", row: { availability: "sold_out", stockCount: 7 } });
  expect(await productOf(yam.id)).toMatchObject({ is_sold_out: true });
  expect((await saveOne(inverseOf(out)))?.kind).toBe("saved");
  expect(await productOf(yam.id)).toMatchObject({ is_sold_out: false, product_stock: { stock_count: 7 } });
  await shop.database.admin`update public.product_stock set stock_count = 6 where product_id = ${yam.id}`;
  const more: CellEdit = { ...out, after: { availability: "counted", stock: 20 } };
  expect(await saveOne(more)).toMatchObject({ kind: "conflict", row: { stockCount: 6 } });
  expect(await productOf(yam.id)).toMatchObject({ product_stock: { stock_count: 6 } });
});

test("a product is hidden and shown again in the table, and not for sale in between", async () => {
  const egusi = await aProduct(shop, { name: "Hid Egusi" });
  const hide: CellEdit = { row: row(egusi.id), before: { hidden: false }, after: { hidden: true } };
  expect(await saveOne(hide)).toMatchObject({ kind: "saved", row: { isHidden: true } });
  expect((await shop.guest.from("products").select("id").eq("id", egusi.id)).data).toEqual([]);
  expect((await saveOne(inverseOf(hide)))?.kind).toBe("saved");
  expect(await shown("words=hid egusi")).toEqual(["Hid Egusi"]);
});

test("a copy is hidden, has everything but the stock count, and can be deleted", async () => {
  const dress = await aProductInSizes(shop, { name: "Kente Dress", price: 80, discount_price: 60 }, [
    { label: "M", price: 85 },
    { label: "L", stock_count: 3 },
  ]);
  const id = await duplicateProduct(data, dress.id);
  expect((await list("status=hidden&words=kente")).rows).toMatchObject([
    { name: "Copy of Kente Dress", priceCents: 8000, discountPriceCents: 6000 },
    { label: "M", priceCents: 8500 },
    { label: "L", priceCents: null, stockCount: null },
  ]);
  await removeDuplicate(data, { id, name: "copy" });
  expect(await shown("status=hidden&words=kente")).toEqual([]);
  const packer = browserOf(await shop.signUpStaff("Per Packer", "packer"));
  await expect(duplicateProduct(packer, dress.id)).rejects.toMatchObject({ cause: { code: "42501" } });
});

// Bulk changes

test.for([
  [4.2, "99", 3.99],
  [4.49, "99", 4.99],
  [4.48, "99", 3.99],
  [0.2, "99", 0.99],
  [4.24, "49", 4.49],
  [4.2, "49", 3.99],
  [4.8, "49", 4.99],
  [4.2, "9", 4.19],
  [4.24, "9", 4.29],
  [0.01, "9", 0.09],
  [4.205, "cent", 4.21],
] as const)("a price of %d that ends in %s becomes %d", async ([price, ending, rounded]) => {
  const [answer] = await shop.database.admin`select private.round_to_ending(${price}, ${ending})::float as rounded`;
  expect(answer?.["rounded"]).toBe(rounded);
});

test("a bulk change is previewed, written as previewed, recorded, and undone", async () => {
  const oil = await aProduct(shop, { name: "Blk Oil", price: 14.99, discount_price: 13 });
  const yam = await aProduct(shop, { name: "Blk Yam", price: 3 });
  const dress = await aProductInSizes(shop, { name: "Blk Dress", price: 50 }, [
    { label: "S" },
    { label: "M", price: 55, discount_price: 50 },
  ]);
  const sizes = ["S", "M"].map((label) => row(dress.id, dress.inSize(label).size_id));
  const rows = [...[oil, yam, dress].map(({ id }) => row(id)), ...sizes];
  const change = { field: "price", how: "percent", number: -20, ending: "99", with_discounts: false } as const;
  const one = await preview(rows, change);
  expect(one).toMatchObject({ file_name: "Prices down by 20%", change_count: 2, rejected_count: 2, same_count: 0 });
  expect(await plannedRows(one.id)).toMatchObject([
    { result: "refuse", reasons: [{ code: "discount_too_high" }] },
    { result: "change", before: { price: 3 }, after: { price: 1.99 } },
    { result: "change", before: { price: 50 }, after: { price: 39.99 } },
    { result: "refuse", reasons: [{ code: "discount_too_high" }] },
  ]);
  // A size without a price changes with its product; selected without the product, it is rejected.
  const size = await preview([row(dress.id, dress.inSize("S").size_id)], change);
  expect(await plannedRows(size.id)).toMatchObject([{ result: "refuse", reasons: [{ code: "price_of_product" }] }]);
  expect(await productOf(yam.id)).toMatchObject({ price: 3 });

  const both = await preview(rows, { ...change, with_discounts: true });
  expect(await plannedRows(both.id)).toMatchObject([
    { after: { price: 11.99, discount_price: 9.99 } },
    { after: { price: 1.99 } },
    { after: { price: 39.99 } },
    { after: { price: 43.99, discount_price: 39.99 } },
  ]);
  await applyImport(data, both.id);
  expect((await list("words=blk")).rows).toMatchObject([
    { name: "Blk Dress", priceCents: 3999 },
    { label: "S", priceCents: null },
    { label: "M", priceCents: 4399, discountPriceCents: 3999 },
    { name: "Blk Oil", priceCents: 1199, discountPriceCents: 999 },
    { name: "Blk Yam", priceCents: 199 },
  ]);
  const logged = await readRows(owner, "audit_log", "actor, after", { subject: "Bulk change: Prices down by 20%" });
  expect(logged).toEqual([{ actor: "Mina Manager", after: { added: 0, changed: 4, refused: 0 } }]);

  await saveCells(data, [{ row: row(yam.id), before: {}, after: { price: 2 } }]);
  await undoImport(data, both.id);
  expect((await list("words=blk")).rows.map(({ priceCents }) => priceCents)).toEqual([5000, null, 5500, 1499, 200]);
  const skipped = (await plannedRows(both.id)).map(({ undo_skip_reason }) => undo_skip_reason);
  expect(skipped).toEqual([null, "sold_or_changed", null, null]);
});

test("a bulk change whose products changed since the preview writes nothing", async () => {
  const [gari, soap] = [
    await aProduct(shop, { name: "Mid Gari", price: 5 }),
    await aProduct(shop, { name: "Mid Soap", price: 6 }),
  ];
  const dearer = { field: "price", how: "amount", number: 1.25, ending: "cent", with_discounts: false } as const;
  const one = await preview([row(gari.id), row(soap.id)], dearer);
  await saveCells(data, [{ row: row(soap.id), before: {}, after: { price: 7 } }]);
  await expect(applyImport(data, one.id)).rejects.toThrow(
    "Products were sold or changed in the meantime. Check the list again.",
  );
  expect([await productOf(gari.id), await productOf(soap.id)]).toMatchObject([{ price: 5 }, { price: 7 }]);
});

test("discounts, category, status, stock, and storage change in bulk, and are undone", async () => {
  const oil = await aProduct(shop, { name: "Any Oil", price: 10, discount_price: 9 });
  const dress = await aProductInSizes(shop, { name: "Any Dress", price: 40 }, [
    { label: "S", price: 50 },
    { label: "M" },
  ]);
  const small = row(dress.id, dress.inSize("S").size_id);
  const before = (await list("words=any&status=every")).rows;
  const changes: [BulkChange, Parameters<typeof preview>[0], object[]][] = [
    [
      { field: "discount", how: "percent", number: -25, ending: "9" },
      [row(oil.id), small],
      [
        { label: "S", discountPriceCents: 3749 },
        { name: "Any Oil", discountPriceCents: 749 },
      ],
    ],
    [{ field: "discount", how: "remove" }, [row(oil.id)], [{ name: "Any Oil", discountPriceCents: null }]],
    [{ field: "category", value: "drinks" }, [row(oil.id)], [{ name: "Any Oil", category: "drinks" }]],
    [
      // If a product and one of its sizes are selected, the product changes once, with all its sizes.
      { field: "hidden", value: "yes" },
      [row(dress.id), small],
      [{ isHidden: true }, { label: "S", isHidden: true }, { label: "M", isHidden: true }],
    ],
    [{ field: "stock", value: "sold_out" }, [small], [{ label: "S", availability: "sold_out" }]],
    [{ field: "storage", value: "frozen" }, [row(oil.id)], [{ name: "Any Oil", storage: "frozen" }]],
  ];
  for (const [change, rows, expected] of changes) {
    const one = await preview(rows, change);
    expect([change, one.rejected_count]).toEqual([change, 0]);
    await applyImport(data, one.id);
    const old = new Map(before.map((each) => [each.key, JSON.stringify(each)]));
    const after = (await list("words=any&status=every")).rows;
    expect(after.filter((each) => JSON.stringify(each) !== old.get(each.key))).toMatchObject(expected);
    await undoImport(data, one.id);
    expect((await list("words=any&status=every")).rows).toEqual(before);
  }
});

test("only the owner changes tax classes in bulk, applies the change, and undoes it", async () => {
  const [oil, yam] = [await aProduct(shop, { name: "Tax Oil" }), await aProduct(shop, { name: "Tax Yam" })];
  const classes = await readRows(owner, "tax_classes", "id, title", {}, "id");
  const taxable = String(classes.find(({ title }: { title: string }) => title === "Taxable")?.id);
  const change: BulkChange = { field: "tax_class_id", value: taxable };
  const ownerData = browserOf(owner);
  await expect(createBulkChange(data, [row(oil.id)], change)).rejects.toMatchObject({ cause: { code: "42501" } });
  // Importing a file does not bypass it either.
  const import_id = await call(manager, "begin_import", { file_name: "tax.csv" });
  const line = { place: 1, row_number: 2, cells: { id: String(oil.id), tax_class_id: taxable } };
  await call(manager, "stage_import_rows", { import_id, rows: [line] });
  await call(manager, "validate_import", { import_id });
  expect(await plannedRows(import_id)).toMatchObject([{ result: "refuse", reasons: [{ code: "tax_class_of_owner" }] }]);

  const exceptions = async () =>
    (await owner.client.from("tax_exceptions").select("product_id").in("product_id", [oil.id, yam.id])).data?.length;
  const one = await preview([row(oil.id), row(yam.id)], change, ownerData);
  expect(one).toMatchObject({ file_name: "Tax class: Taxable", change_count: 2 });
  await expect(applyImport(data, one.id)).rejects.toMatchObject({ cause: { code: "PT409" } });
  expect(await exceptions()).toBe(0);
  await applyImport(ownerData, one.id);
  expect(await exceptions()).toBe(2);
  await expect(undoImport(data, one.id)).rejects.toMatchObject({ cause: { code: "42501" } });
  const back = await preview([row(oil.id)], { field: "tax_class_id", value: "" }, ownerData);
  await applyImport(ownerData, back.id);
  expect(await exceptions()).toBe(1);
  await undoImport(ownerData, back.id);
  await undoImport(ownerData, one.id);
  expect(await exceptions()).toBe(0);
});

test("a bulk change cannot be undone after a day, and undoing keeps later sales", async () => {
  const oil = await aProduct(shop, { name: "Day Oil", price: 10 });
  await saveCells(data, [{ row: row(oil.id), before: {}, after: { availability: "counted", stock: 5 } }]);
  const out = await preview([row(oil.id)], { field: "stock", value: "sold_out" });
  await applyImport(data, out.id);
  await undoImport(data, out.id);
  const dear = await preview([row(oil.id)], { field: "discount", how: "amount", number: -1, ending: "cent" });
  await applyImport(data, dear.id);
  await aPaidOrder(shop, await shop.signUp("Ama"), oil);
  expect(await productOf(oil.id)).toMatchObject({ discount_price: 9, product_stock: { stock_count: 4 } });
  await shop.database
    .admin`update public.imports set applied_at = applied_at - interval '25 hours' where id = ${dear.id}`;
  await expect(undoImport(data, dear.id)).rejects.toThrow("You can undo it for 24 hours only.");
});

test("a bulk change that does not exist, and too many rows, are rejected", async () => {
  const oil = await aProduct(shop, { name: "Wrong Oil" });
  const wrong: [unknown, unknown][] = [
    [[[oil.id, null]], { field: "img1", value: "x" }],
    [[[oil.id, null]], { field: "price", how: "percent" }],
    [[[oil.id, null]], { field: "price", how: "percent", number: 5000 }],
    [[[oil.id, null]], { field: "price", how: "percent", number: 5, ending: "7" }],
    [[[oil.id, null]], { field: "discount", how: "percent", number: 5 }],
    [[[oil.id, null]], { field: "category", value: "gadgets" }],
    [[[oil.id, null]], { field: "hidden", value: "" }],
    [[], { field: "hidden", value: "yes" }],
    [Array.from({ length: 4001 }, () => [oil.id, null]), { field: "hidden", value: "yes" }],
  ];
  for (const [selected, change] of wrong) {
    const { error } = await manager.client.rpc("create_bulk_change", { selected, change });
    expect([change, error?.code]).toEqual([change, "22023"]);
  }
});
