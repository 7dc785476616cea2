import { expect, test } from "vitest";
import { csvText } from "#app/platform/csv.ts";
import { parseImport, textOfFile, unknownCategories, withCategories } from "./parse-import.ts";

/** Replaces the browser's HTML parser. */
const strip = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll("&#8211;", "–");
const read = (text: string) => {
  const answer = parseImport(text, strip);
  if (answer.kind === "rejected") throw new Error(answer.message);
  return answer;
};
/** Returns the objects as CSV, with the headings of all of them. */
const table = (rows: Record<string, string>[]) => {
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return csvText(
    heads,
    rows.map((row) => heads.map((head) => row[head] ?? "")),
  );
};

test("the store's own file is read by its headings in any order, and unknown columns are named", () => {
  const { rows, passedOver, from } = read("Price,NAME,Size label,Color\n2.50,Yam,,brown\n,,,\n3,Gari,2 lb,white");
  expect([from, passedOver]).toEqual(["this store", ["color"]]);
  expect(rows).toEqual([
    { rowNumber: 2, cells: { price: "2.50", name: "Yam", size_label: "" } },
    { rowNumber: 4, cells: { price: "3", name: "Gari", size_label: "2 lb" } },
  ]);
});

test("a file without headings, without rows, or with too many rows is rejected with a message", () => {
  expect(parseImport("Yam,2.50\nGari,3", strip)).toMatchObject({ message: expect.stringMatching(/name the columns/) });
  expect(parseImport("name,price\n", strip)).toMatchObject({ message: expect.stringMatching(/no product/) });
  const long = `name,price\n${"Yam,1\n".repeat(5001)}`;
  expect(parseImport(long, strip)).toMatchObject({ message: expect.stringMatching(/5,000/) });
});

test("in Shopify's export, variants become sizes, and compare-at prices become regular prices", () => {
  const { rows, from } = read(`Handle,Title,Body (HTML),Vendor,Type,Product Category,Option1 Name,Option1 Value,\
Option2 Value,Variant Price,Variant Compare At Price,Variant Inventory Tracker,Variant Inventory Qty,\
Variant Inventory Policy,Image Src,Status
kente-dress,Kente Dress,<p>Woven by hand</p>,Ama,Dresses,,Size,M,Red,60.00,80.00,shopify,3,deny,https://x.test/a.jpg,active
kente-dress,,,,,,,L,Red,65.00,,shopify,-2,deny,,
kente-dress,,,,,,,,,,,,,,https://x.test/back.jpg,
gari,Gari,,,,Food > Grains,Title,Default Title,,9.00,,shopify,5,continue,,draft`);
  expect(from).toBe("Shopify");
  const dress = { category: "Dresses", name: "Kente Dress" };
  const offer = { price: "80.00", discount_price: "60.00" };
  expect(rows).toEqual([
    {
      rowNumber: 2,
      cells: {
        ...dress,
        ...offer,
        vendor: "Ama",
        availability: "available",
        hidden: "no",
        description: "Woven by hand",
        picture: "https://x.test/a.jpg",
      },
    },
    { rowNumber: 2, cells: { ...dress, ...offer, size_label: "M / Red", availability: "counted", stock: "3" } },
    {
      rowNumber: 3,
      cells: {
        ...dress,
        size_label: "L / Red",
        price: "65.00",
        discount_price: "",
        availability: "counted",
        stock: "0",
      },
    },
    {
      rowNumber: 5,
      cells: {
        category: "Grains",
        name: "Gari",
        price: "9.00",
        discount_price: "",
        availability: "available",
        hidden: "yes",
        description: "",
      },
    },
  ]);
});

test("a stray quotation mark rejects the file with its row number, or the row with a reason", () => {
  expect(parseImport('name,price\nGari,1\n"Big Mama" Pepper,5\nYam,2', strip)).toMatchObject({
    kind: "rejected",
    message: expect.stringMatching(/^Row 3: a quotation mark/),
  });
  expect(read('name,price,stock\nGari,1,200.00,3\n"Yam\nPuna",2,1\nOil,5').rows.map(({ cells }) => cells)).toEqual([
    { name: "Gari", price: "1", stock: "200.00", problem: expect.stringMatching(/more cells/) },
    { name: "Yam\nPuna", price: "2", stock: "1", problem: expect.stringMatching(/several lines/) },
    { name: "Oil", price: "5" },
  ]);
});

const SHOPIFY = {
  Handle: "one",
  Title: "One",
  "Option1 Name": "Title",
  "Option1 Value": "Default Title",
  "Variant Price": "9.00",
  Status: "active",
};

test.for([
  ["1,200.00", "1200"],
  ["70,00", "70"],
  ["$12.00", "12"],
  ["1.289,50", "1289.50"],
])("a price with Shopify's compare-at price %s is a discount", ([typed = ""]) => {
  const { rows } = read(table([{ ...SHOPIFY, "Variant Compare At Price": typed }]));
  expect(rows[0]?.cells).toMatchObject({ price: typed, discount_price: "9.00" });
});

test("an unreadable compare-at price is rejected; one below the price is not an offer", () => {
  const pricesWith = (compared: string) =>
    read(table([{ ...SHOPIFY, "Variant Compare At Price": compared }])).rows[0]?.cells;
  expect(pricesWith("1e3")).toMatchObject({ price: "1e3", discount_price: "9.00" });
  expect(pricesWith("9,00")).toMatchObject({ price: "9.00", discount_price: "" });
  expect(pricesWith("0")).toMatchObject({ price: "9.00", discount_price: "" });
});

test("Shopify's single variant with its own name is a size", () => {
  const { rows } = read(table([{ ...SHOPIFY, "Option1 Name": "Size", "Option1 Value": "XL" }]));
  expect(rows.map(({ cells }) => cells.size_label)).toEqual([undefined, "XL"]);
});

test.for([
  ["FALSCH", { hidden: "yes" }],
  ["FAUX", { hidden: "yes" }],
  ["falso", { hidden: "yes" }],
  ["WAHR", { hidden: "no" }],
  ["VRAI", { hidden: "no" }],
  ["", { hidden: "no" }],
  ["perhaps", { problem: 'Published must be TRUE or FALSE, not "perhaps".' }],
] as const)("Shopify's Published %s is read as spreadsheets write it", ([typed, cells]) => {
  expect(read(table([{ ...SHOPIFY, Published: typed }])).rows[0]?.cells).toMatchObject(cells);
});

test("a Shopify gift card is rejected with a reason", () => {
  const problemWith = (typed: string) => read(table([{ ...SHOPIFY, "Gift Card": typed }])).rows[0]?.cells.problem;
  expect(["true", "WAHR", "FALSE", "FALSCH", ""].map(problemWith)).toEqual([
    "Gift cards are not supported.",
    "Gift cards are not supported.",
    undefined,
    undefined,
    undefined,
  ]);
});

test.for([
  [
    { "Variant SKU": "'0042", "Variant Barcode": "'036000291452" },
    { sku: "0042", barcode: "036000291452" },
  ],
  [{ "Variant Grams": "907", "Variant Weight Unit": "lb" }, { weight: "2 lb" }],
  [{ "Variant Grams": "340", "Variant Weight Unit": "oz" }, { weight: "12 oz" }],
  [{ "Variant Grams": "1500", "Variant Weight Unit": "kg" }, { weight: "1.5 kg" }],
  [{ "Weight value (grams)": "250", "Weight unit for display": "g" }, { weight: "250 g" }],
  [{ "Variant Grams": "heavy", "Variant Weight Unit": "lb" }, { weight: "heavy" }],
  [{ "Variant Grams": "0.0", "Variant Weight Unit": "lb", Vendor: "", "Variant SKU": "" }, {}],
] as const)("Shopify's %s become %s", ([columns, cells]) => {
  const { sku, barcode, vendor, weight } = read(table([{ ...SHOPIFY, ...columns }])).rows[0]?.cells ?? {};
  expect({ sku, barcode, vendor, weight }).toEqual({ ...NO_CODES, ...cells });
});

test.for([
  [
    { "GTIN, UPC, EAN, or ISBN": "4006381333931", Brands: "Sahel &amp; Co, Other" },
    { barcode: "4006381333931", vendor: "Sahel & Co" },
  ],
  [{ "Weight (lbs)": "2.2" }, { weight: "2.2 lbs" }],
  [
    { "Weight (kg)": "0.5", SKU: "A-1" },
    { weight: "0.5 kg", sku: "A-1" },
  ],
  [{ "Weight (kg)": "0" }, {}],
] as const)("WooCommerce's %s become %s", ([columns, cells]) => {
  const { sku, barcode, vendor, weight } = read(table([{ ...WOO, ...columns }])).rows[0]?.cells ?? {};
  expect({ sku, barcode, vendor, weight }).toEqual({ ...NO_CODES, ...cells });
});

const NO_CODES = { sku: undefined, barcode: undefined, vendor: undefined, weight: undefined };

test("the columns of Shopify and WooCommerce that are not read are named", () => {
  const shopify = read(table([{ ...SHOPIFY, Vendor: "Ama", "SEO Title": "", "": "x" }]));
  expect(shopify.passedOver).toEqual(["option1 name", "seo title", "column 9"]);
  expect(read(table([{ ...WOO, Tags: "new", "Meta: color": "red" }])).passedOver).toEqual(["tags", "meta: color"]);
});

const WOO = { ID: "1", Type: "simple", Name: "Gari", Published: "1", "In stock?": "1", "Regular price": "9" };
const wooCells = (...rows: Record<string, string>[]) =>
  read(table(rows.map((row) => ({ ...WOO, ...row })))).rows.map(({ cells }) => cells);

test("WooCommerce's HTML entities and escaped commas are decoded", () => {
  const [product, size] = wooCells(
    {
      Type: "variable",
      Name: "Salt &amp; Pepper &#8211; fine",
      Categories: "Food > Herbs &amp; Spices\\, dried, Sale",
    },
    { Type: "variation", Parent: "id:1", "Attribute 1 value(s)": "0\\,5 l" },
  );
  expect(product).toMatchObject({ name: "Salt & Pepper – fine", category: "Herbs & Spices, dried" });
  expect(size).toMatchObject({ name: "Salt & Pepper – fine", size_label: "0,5 l" });
});

test("products that WooCommerce does not sell are hidden, sold out, or rejected", () => {
  expect(wooCells({ "Visibility in catalog": "hidden" })[0]).toMatchObject({ hidden: "yes" });
  expect(wooCells({ "Visibility in catalog": "search" })[0]).toMatchObject({ hidden: "no" });
  expect(wooCells({ Published: "0" })[0]).toMatchObject({ hidden: "yes" });
  expect(wooCells({ Published: "soon" })[0]).toMatchObject({ problem: expect.stringMatching(/"soon"/) });
  expect(wooCells({ "In stock?": "FALSCH" })[0]).toMatchObject({ availability: "sold_out" });
  expect(wooCells({ Stock: "2.5" })[0]).toMatchObject({ availability: "counted", stock: "2" });
  expect(wooCells({ Type: "gift-card" })[0]).toMatchObject({ problem: expect.stringMatching(/"gift-card"/) });
  expect(wooCells({ Type: "simple, downloadable" })[0]).toMatchObject({
    problem: expect.stringMatching(/"downloadable"/),
  });
  const [product, disabled, unpriced] = wooCells(
    { Type: "variable", "Regular price": "" },
    { Type: "variation", Published: "0", Parent: "id:1", "Regular price": "3", "Attribute 1 value(s)": "S" },
    { Type: "variation", Parent: "id:1", "Regular price": "", "Attribute 1 value(s)": "M" },
    { Type: "variation", Parent: "id:1", "Regular price": "5", "Attribute 1 value(s)": "L" },
  );
  expect(product).toMatchObject({ price: "5" });
  expect(disabled).toMatchObject({ size_label: "S", availability: "sold_out" });
  expect(unpriced).toMatchObject({ size_label: "M", problem: "This variation has no price." });
});

test("WooCommerce sale prices with dates become offers, those without become discount prices", () => {
  expect(wooCells({ "Sale price": "7" })[0]).toMatchObject({ discount_price: "7" });
  expect(
    wooCells({
      "Sale price": "7",
      "Date sale price starts": "2026-12-24 0:00:00",
      "Date sale price ends": "2026-12-26 23:59:59",
    })[0],
  ).toMatchObject({
    price: "9",
    discount_price: "",
    sale_price: "7",
    sale_starts: "2026-12-24 0:00:00",
    sale_ends: "2026-12-26 23:59:59",
  });
});

test("Shopify's newer headings are also read", () => {
  const { rows, from } = read(`Title,URL handle,Description,Type,Option1 value,Price,Inventory tracker,\
Inventory quantity,Continue selling when out of stock,Status
Gari,gari,White,Grains,,9,shopify,4,DENY,Active`);
  expect(from).toBe("Shopify");
  expect(rows[0]?.cells).toMatchObject({ name: "Gari", price: "9", stock: "4", hidden: "no", description: "White" });
});

test("in WooCommerce's export, variations become sizes of their parent, found by id or SKU", () => {
  const { rows, from } = read(`ID,Type,SKU,Name,Published,Short description,Description,In stock?,Stock,Regular price,\
Sale price,Categories,Images,Parent,Attribute 1 value(s)
10,variable,DRESS,Ankara Dress,1,Wax print,<p>Six yards\\nof cloth</p>,1,,,,"Clothing > Dresses, Sale",\
"https://woo.example/a.jpg, https://woo.example/b.jpg",,
11,variation,,Ankara Dress - M,1,,,,4,50,40,,,id:10,M
12,variation,,Ankara Dress - L,,,,0,,55,,,,DRESS,L
13,variation,,Lost,,,,,,5,,,,id:99,
14,grouped,,A hamper,,,,,,,,Gifts,,,
15,simple,,Gari,-1,,,0,,9,,,,,`);
  expect(from).toBe("WooCommerce");
  const dress = { category: "Dresses", name: "Ankara Dress" };
  const offer = { price: "50", discount_price: "40" };
  expect(rows.map(({ cells }) => cells)).toEqual([
    {
      ...dress,
      ...offer,
      availability: "available",
      hidden: "no",
      description: "Six yards\nof cloth",
      description_header: "Wax print",
      picture: "https://woo.example/a.jpg",
      sku: "DRESS",
    },
    { ...dress, ...offer, size_label: "M", availability: "counted", stock: "4" },
    { ...dress, size_label: "L", price: "55", discount_price: "", availability: "sold_out" },
    { name: "Lost", problem: "Its product is not in the file." },
    { category: "Gifts", name: "A hamper", problem: 'Products of type "grouped" are not supported.' },
    {
      category: "",
      name: "Gari",
      price: "9",
      discount_price: "",
      availability: "sold_out",
      hidden: "yes",
      description: "",
    },
  ]);
});

test("each unknown category is listed once", () => {
  const { rows } = read("id,category,name\n,Dresses,A\n,dresses,B\n,Condiments,C\n,wears,D\n,Dresses,E\n7,Old,F\n,,G");
  expect(unknownCategories(rows)).toEqual(["", "Dresses", "dresses"]);
  expect(
    withCategories(rows, new Map([["Dresses", "wears"]]))
      .map(({ cells }) => cells.category)
      .join(),
  ).toBe("wears,dresses,Condiments,wears,wears,Old,");
});

test("UTF-8 and UTF-16 files are read; workbooks and Windows-1252 are rejected with instructions", async () => {
  expect(await textOfFile(new Blob(["\uFEFFname\nẸ̀fọ́"]))).toEqual({ text: "name\nẸ̀fọ́" });
  expect(await textOfFile(new Blob([new Uint8Array([0xff, 0xfe, 0x41, 0])]))).toEqual({ text: "A" });
  expect(await textOfFile(new Blob([new Uint8Array([0x4e, 0xe9])]))).toEqual({
    problem: expect.stringMatching(/CSV UTF-8/),
  });
  expect(await textOfFile(new Blob(["PK\u0003\u0004"]))).toEqual({ problem: expect.stringMatching(/workbook/) });
});

test("a file without the column “name” is rejected with that reason", () => {
  expect(parseImport("Category,Price\nGrains,5", (html) => html)).toEqual({
    kind: "rejected",
    message: "The file has no column “name”, so nothing was read. Add it, or the column “id” to change products.",
  });
});
