import { expect, test } from "vitest";
import { csvText } from "./csv.ts";
import { readImport, textOfFile, unknownCategories, withCategories } from "./read-import.ts";

const strip = (html: string) => html.replaceAll(/<[^>]*>/g, "");
const read = (text: string) => {
  const answer = readImport(text, strip);
  if (answer.kind === "refused") throw new Error(answer.message);
  return answer;
};
/** A table of objects, with the heads of all of them. */
const table = (rows: Record<string, string>[]) => {
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return csvText(
    heads,
    rows.map((row) => heads.map((head) => row[head] ?? "")),
  );
};

test("a table of the shop's own is read by its heads, in any order; others are passed over by name", () => {
  const { rows, passedOver, from } = read(
    "Price,NAME,Size label,Colour\n2.50,Yam,,brown\n,,,\n3,Gari,2 lb,white",
  );
  expect([from, passedOver]).toEqual(["this shop", ["colour"]]);
  expect(rows).toEqual([
    { rowNumber: 2, cells: { price: "2.50", name: "Yam", size_label: "" } },
    { rowNumber: 4, cells: { price: "3", name: "Gari", size_label: "2 lb" } },
  ]);
});

test("a table without heads, without rows or with too many rows is refused in plain words", () => {
  expect(readImport("Yam,2.50\nGari,3", strip)).toMatchObject({
    message: expect.stringMatching(/name the columns/),
  });
  expect(readImport("name,price\n", strip)).toMatchObject({ message: expect.stringMatching(/no product/) });
  const long = `name,price\n${"Yam,1\n".repeat(5001)}`;
  expect(readImport(long, strip)).toMatchObject({ message: expect.stringMatching(/5,000/) });
});

test("Shopify's export: variants become sizes, the compared price the price, pictures alone nothing", () => {
  const { rows, from } = read(
    table([
      {
        Handle: "kente-dress",
        Title: "Kente Dress",
        "Body (HTML)": "<p>Woven by hand</p>",
        Vendor: "Ama",
        Type: "Dresses",
        "Option1 Name": "Size",
        "Option1 Value": "M",
        "Option2 Value": "Red",
        "Variant Price": "60.00",
        "Variant Compare At Price": "80.00",
        "Variant Inventory Tracker": "shopify",
        "Variant Inventory Qty": "3",
        "Variant Inventory Policy": "deny",
        "Image Src": "https://cdn.shopify.example/kente.jpg",
        Status: "active",
      },
      {
        Handle: "kente-dress",
        "Option1 Value": "L",
        "Option2 Value": "Red",
        "Variant Price": "65.00",
        "Variant Inventory Tracker": "shopify",
        "Variant Inventory Qty": "-2",
        "Variant Inventory Policy": "deny",
      },
      { Handle: "kente-dress", "Image Src": "https://cdn.shopify.example/back.jpg" },
      {
        Handle: "gari",
        Title: "Gari",
        "Product Category": "Food > Grains",
        "Option1 Name": "Title",
        "Option1 Value": "Default Title",
        "Variant Price": "9.00",
        "Variant Inventory Policy": "continue",
        "Variant Inventory Tracker": "shopify",
        "Variant Inventory Qty": "5",
        Status: "draft",
      },
    ]),
  );
  expect(from).toBe("Shopify");
  const dress = { category: "Dresses", name: "Kente Dress" };
  const offer = { price: "80.00", discount_price: "60.00" };
  expect(rows).toEqual([
    {
      rowNumber: 2,
      cells: {
        ...dress,
        ...offer,
        availability: "available",
        hidden: "no",
        description: "Woven by hand",
        picture: "https://cdn.shopify.example/kente.jpg",
      },
    },
    {
      rowNumber: 2,
      cells: { ...dress, ...offer, size_label: "M / Red", availability: "counted", stock: "3" },
    },
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

test("Shopify's newer heads are read too", () => {
  const { rows, from } = read(
    table([
      {
        Title: "Gari",
        "URL handle": "gari",
        Description: "White",
        Type: "Grains",
        "Option1 value": "",
        Price: "9",
        "Inventory tracker": "shopify",
        "Inventory quantity": "4",
        "Continue selling when out of stock": "DENY",
        Status: "Active",
      },
    ]),
  );
  expect(from).toBe("Shopify");
  expect(rows[0]?.cells).toMatchObject({
    name: "Gari",
    price: "9",
    stock: "4",
    hidden: "no",
    description: "White",
  });
});

test("WooCommerce's export: variations become sizes of their parent, by its id or its SKU", () => {
  const { rows, from } = read(
    table([
      {
        ID: "10",
        Type: "variable",
        SKU: "DRESS",
        Name: "Ankara Dress",
        Published: "1",
        "Short description": "Wax print",
        Description: "<p>Six yards\\nof cloth</p>",
        "In stock?": "1",
        Categories: "Clothing > Dresses, Sale",
        Images: "https://woo.example/a.jpg, https://woo.example/b.jpg",
      },
      {
        ID: "11",
        Type: "variation",
        Name: "Ankara Dress - M",
        Published: "1",
        "In stock?": "1",
        Stock: "4",
        "Regular price": "50",
        "Sale price": "40",
        Parent: "id:10",
        "Attribute 1 value(s)": "M",
      },
      {
        ID: "12",
        Type: "variation",
        Name: "Ankara Dress - L",
        "In stock?": "0",
        "Regular price": "55",
        Parent: "DRESS",
        "Attribute 1 value(s)": "L",
      },
      { ID: "13", Type: "variation", Name: "Lost", "Regular price": "5", Parent: "id:99" },
      { ID: "14", Type: "grouped", Name: "A hamper", Categories: "Gifts" },
      { ID: "15", Type: "simple", Name: "Gari", Published: "-1", "In stock?": "0", "Regular price": "9" },
    ]),
  );
  expect(from).toBe("WooCommerce");
  expect(rows.map(({ cells }) => cells)).toEqual([
    {
      category: "Dresses",
      name: "Ankara Dress",
      price: "50",
      discount_price: "40",
      availability: "available",
      hidden: "no",
      description: "Six yards\nof cloth",
      description_header: "Wax print",
      picture: "https://woo.example/a.jpg",
    },
    {
      category: "Dresses",
      name: "Ankara Dress",
      size_label: "M",
      price: "50",
      discount_price: "40",
      availability: "counted",
      stock: "4",
    },
    {
      category: "Dresses",
      name: "Ankara Dress",
      size_label: "L",
      price: "55",
      discount_price: "",
      availability: "sold_out",
    },
    { name: "Lost", problem: "Its product is not in the table." },
    {
      category: "Gifts",
      name: "A hamper",
      problem: 'A product of the kind "grouped" has no counterpart here.',
    },
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

test("each category that the shop does not know is asked for once", () => {
  const { rows } = read(
    "id,category,name\n,Dresses,A\n,dresses,B\n,Condiments,C\n,wears,D\n,Dresses,E\n7,Old,F\n,,G",
  );
  expect(unknownCategories(rows)).toEqual(["", "Dresses", "dresses"]);
  const chosen = withCategories(rows, new Map([["Dresses", "wears"]]));
  expect(chosen.map(({ cells }) => cells.category)).toEqual([
    "wears",
    "dresses",
    "Condiments",
    "wears",
    "wears",
    "Old",
    "",
  ]);
});

test("a file in UTF-8 or UTF-16 is read; a workbook and Windows-1252 are refused with what to do", async () => {
  expect(await textOfFile(new Blob(["\uFEFFname\nẸ̀fọ́"]))).toEqual({ text: "name\nẸ̀fọ́" });
  expect(await textOfFile(new Blob([new Uint8Array([0xff, 0xfe, 0x41, 0])]))).toEqual({ text: "A" });
  expect(await textOfFile(new Blob([new Uint8Array([0x4e, 0xe9])]))).toEqual({
    problem: expect.stringMatching(/CSV UTF-8/),
  });
  expect(await textOfFile(new Blob(["PK\u0003\u0004"]))).toEqual({
    problem: expect.stringMatching(/workbook/),
  });
});
