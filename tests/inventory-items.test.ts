import { expect, test } from "vitest";
import { readWeight, weightText } from "#app/features/catalog/gross-weight.ts";
import { listSizes, saveSizes } from "#app/features/products/product-sizes.ts";
import type { SizeDraft } from "#app/features/products/size-draft.ts";
import { barcodeKey, readBarcode } from "#app/values/barcode.ts";
import { aPaidOrder } from "./paying.ts";
import { browserOf } from "./requests.ts";
import { aProduct, aProductInSizes, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop();
const [manager, packer, customer] = await shop.signUpAll("manager", "packer", "customer");

const save = (product_id: number, item: Record<string, string>, size_id: number | null = null, by = manager) =>
  by.client.rpc("save_inventory_item", { product_id, size_id, item });
const itemsOf = async (id: number, by: Pick<Person, "client"> = manager) =>
  (
    await by.client
      .from("inventory_items")
      .select("size_id, sku, barcode, vendor, weight, weight_unit")
      .eq("product_id", id)
  ).data;
const found = async (code: string, by = manager) =>
  ((await by.client.rpc("list_items_by_code", { code })).data as FoundItem[] | null)?.map(({ name, size_label }) =>
    [name, size_label].filter(Boolean).join(" "),
  );
type FoundItem = { name: string; size_label: string | null };

test("a manager saves an item, and clears its values", async () => {
  const oil = await aProduct(shop, { name: "Item Oil" });
  const item = { sku: " OIL ", barcode: "0 36000 29145 2", vendor: "Sahel Foods", weight: "2.5 lbs" };
  expect((await save(oil.id, item)).error).toBeNull();
  const stored = { sku: "OIL", barcode: "036000291452", vendor: "Sahel Foods", weight: 2.5, weight_unit: "lb" };
  expect(await itemsOf(oil.id)).toMatchObject([stored]);
  // A missing key keeps its value, an empty text clears it, and an item without values has no row.
  await save(oil.id, { vendor: "" }).throwOnError();
  expect(await itemsOf(oil.id)).toMatchObject([{ ...stored, vendor: "" }]);
  await save(oil.id, { sku: "", barcode: "", weight: "" }).throwOnError();
  expect(await itemsOf(oil.id)).toEqual([]);
});

test("a barcode means one product or size of the store, in whatever form it is written", async () => {
  const [tea, gown] = [
    await aProduct(shop, { name: "One Tea" }),
    await aProductInSizes(shop, { name: "One Gown" }, [{ label: "S" }, { label: "M" }]),
  ];
  const [small, medium] = [gown.inSize("S").size_id, gown.inSize("M").size_id];
  await save(gown.id, { barcode: "01234565" }, small).throwOnError();
  await save(gown.id, { barcode: "12345670" }, medium).throwOnError();
  expect((await save(tea.id, { barcode: "123456000070" })).status).toBe(409);
  await save(gown.id, { barcode: "" }, medium).throwOnError();
  for (const barcode of ["01234565", "012345000065", "0012345000065"]) {
    expect((await save(tea.id, { barcode })).error?.message).toBe(
      `One Gown, size S already has the barcode ${barcode}.`,
    );
    expect((await save(gown.id, { barcode }, medium)).status).toBe(409);
  }
  expect((await save(gown.id, { barcode: "012345000065" }, small)).error).toBeNull();
  expect((await save(tea.id, { barcode: "036000291453" })).error?.message).toMatch(/check digit is wrong/);
  expect((await save(tea.id, { weight: "2 stone" })).error?.message).toBe(
    '"2 stone" is not a weight. Enter it like 2.5 lb.',
  );
  expect((await save(tea.id, {}, small)).status).toBe(404);
  const other = await shop.database
    .admin`insert into inventory_items (product_id, barcode) values (${tea.id}, '0012345000065')`.catch(
    (error: unknown) => (error as Error).message,
  );
  expect(other).toMatch(/one_item_per_barcode/);
  // A hidden product keeps its barcode; the error says that it is hidden.
  await shop.database.admin`update products set archived_at = now() where id = ${gown.id}`;
  expect((await save(tea.id, { barcode: "01234565" })).error?.message).toMatch(
    /^One Gown, size S \(hidden\) already has/,
  );
});

test("deleting an ordered size frees its barcode", async () => {
  const gown = await aProductInSizes(shop, { name: "Free Gown", price: 5 }, [{ label: "S" }, { label: "M" }]);
  const [small, medium] = [gown.inSize("S"), gown.inSize("M")];
  await save(gown.id, { barcode: "7011" }, small.size_id).throwOnError();
  await aPaidOrder(shop, customer, small);
  await shop.database.admin`delete from product_sizes where id = ${small.size_id}`;
  expect((await save(gown.id, { barcode: "7011" }, medium.size_id)).error).toBeNull();
});

test("staff find an item by its barcode, or else by its SKU", async () => {
  const [gari, rice, hidden] = [
    await aProductInSizes(shop, { name: "Found Gari" }, [{ label: "2 lb" }]),
    await aProduct(shop, { name: "Found Rice" }),
    await aProduct(shop, { name: "Found Hidden" }),
  ];
  await save(gari.id, { barcode: "4006381333931", sku: "gari-2" }, gari.inSize("2 lb").size_id).throwOnError();
  await save(rice.id, { barcode: "9011", sku: "SAME" }).throwOnError();
  await save(hidden.id, { sku: "SAME" }).throwOnError();
  await shop.database.admin`update products set archived_at = now() where id = ${hidden.id}`;
  for (const person of [manager, packer]) {
    expect(await found("4006381333931", person)).toEqual(["Found Gari 2 lb"]);
    expect(await found("04006381333931", person)).toEqual(["Found Gari 2 lb"]);
    expect(await found("GARI-2", person)).toEqual(["Found Gari 2 lb"]);
    expect(await found("same", person)).toEqual(["Found Rice", "Found Hidden"]);
    expect(await found("036000291453", person)).toEqual([]);
    expect(await found("  ", person)).toEqual([]);
  }
  // The barcode of one product is the SKU of another: the barcode wins.
  await save(hidden.id, { sku: "9011" }).throwOnError();
  expect(await found("9011")).toEqual(["Found Rice"]);
  const { data } = await manager.client.rpc("find_products", { words: "4006381333931" }).select("name");
  expect(data).toEqual([{ name: "Found Gari" }]);
});

test("shoppers get SKU and GTIN of what is for sale, but no vendor, weight, or number of the store's own", async () => {
  const [gown, plu] = [
    await aProductInSizes(shop, { name: "Public Gown" }, [{ label: "S" }, { label: "M" }]),
    await aProduct(shop, { name: "Public Bananas" }),
  ];
  const [small, medium] = [gown.inSize("S").size_id, gown.inSize("M").size_id];
  await save(gown.id, { vendor: "Secret Supplier" }).throwOnError();
  await save(gown.id, { sku: "P-S", barcode: "02345673", weight: "1 lb" }, small).throwOnError();
  await save(gown.id, { barcode: "2012345678903" }, medium).throwOnError();
  await save(plu.id, { sku: "BANANA", barcode: "4311" }).throwOnError();
  const codes = async (product_id: number) => (await shop.guest.rpc("list_public_codes", { product_id })).data;
  expect(await codes(gown.id)).toEqual([
    { size_id: small, sku: "P-S", gtin: "023456000073", brand: "" },
    { size_id: medium, sku: "", gtin: "", brand: "" },
  ]);
  expect(await codes(plu.id)).toEqual([{ size_id: null, sku: "BANANA", gtin: "", brand: "" }]);
  await shop.database.admin`update products set archived_at = now() where id = ${plu.id}`;
  expect(await codes(plu.id)).toEqual([]);
});

test("the product form saves the codes of its sizes with them, and an older form leaves them", async () => {
  const gown = await aProductInSizes(shop, { name: "Form Gown" }, [{ label: "S" }]);
  const size = { availability: "available" };
  const set = (sizes: object[]) => manager.client.rpc("set_product_sizes", { product_id: gown.id, sizes });
  await set([
    { ...size, id: gown.inSize("S").size_id, label: "S", sku: "F-S", barcode: "6011", weight: "8 oz" },
    { ...size, label: "M", sku: "", barcode: "6012", weight: "" },
  ]).throwOnError();
  const coded = [
    { sku: "F-S", barcode: "6011", weight: 8, weight_unit: "oz" },
    { sku: "", barcode: "6012", weight: null },
  ];
  expect(await itemsOf(gown.id)).toMatchObject(coded);
  const ids =
    (await manager.client.from("product_sizes").select("id").eq("product_id", gown.id).order("id")).data ?? [];
  await set(ids.map(({ id }, place) => ({ ...size, id, label: "SM"[place] }))).throwOnError();
  expect(await itemsOf(gown.id)).toMatchObject(coded);
  const taken = await saveSizes(
    browserOf(manager),
    { id: gown.id, name: "Form Gown" },
    [
      { ...EMPTY_SIZE, label: "L", barcode: "6011" },
      { ...EMPTY_SIZE, id: ids[0]?.id ?? 0, label: "S", barcode: "6011" },
    ],
    await listSizes(browserOf(manager), gown.id),
  );
  expect(taken).toBe("Form Gown was saved, but not its sizes: Form Gown, size S already has the barcode 6011.");
});

const EMPTY_SIZE: SizeDraft = {
  key: "0",
  id: null,
  label: "",
  priceCents: null,
  discountPriceCents: null,
  priceText: "",
  discountPriceText: "",
  availability: "available",
  stockCount: null,
  amountText: "",
  amount: null,
  sku: "",
  barcode: "",
  weight: "",
};

test("barcodes and weights are parsed the same way in a form and in the database", async () => {
  const codes =
    "4006381333931 4006381333932 036000291452 36000291452 1234567 96385074 01234565 01234566 02345673 4011 123456 123456789 10614141000415 7.3E+11 CAL-12 a/b § -5 +5 0 00000000 123456789012345678901".split(
      " ",
    );
  const [read, keys, weights] = [
    await shop.database.admin<{ code: string | null }[]>`
      select private.read_barcode(typed) as code from unnest(${codes}::text[]) with ordinality as given (typed, place)
      order by place`,
    await shop.database.admin<{ key: string | null }[]>`
      select private.barcode_key(private.read_barcode(typed)) as key
      from unnest(${codes}::text[]) with ordinality as given (typed, place) order by place`,
    await shop.database.admin<{ weight: string | null }[]>`
      select private.read_weight(typed) as weight from unnest(${WEIGHTS}::text[]) with ordinality as given (typed, place)
      order by place`,
  ];
  expect(read.map(({ code }) => code)).toEqual(codes.map(readBarcode));
  expect(keys.map(({ key }) => key)).toEqual(codes.map((code) => barcodeKey(readBarcode(code) ?? "") || null));
  expect(weights.map(({ weight }) => weight ?? "")).toEqual(WEIGHTS.map((typed) => weightText(readWeight(typed))));
});

const WEIGHTS =
  "2.5lb|2.50 lbs|0,5 kg|1,250 g|40 OZ.|5|.5|1 pound|0 lb|-1 lb|heavy|1 stone|0.0001 lb|12345678 lb|1.2345 g".split(
    "|",
  );
