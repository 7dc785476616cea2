import { expect, test } from "vitest";
import queries from "#scripts/test-environment/search-queries.json" with { type: "json" };
import { DEMO_ROWS } from "./demo-products.ts";
import { insertRow, update } from "./requests.ts";
import { openTestShop } from "./running-shop.ts";

const idsByName = new Map<string, number>();

const shop = await openTestShop();
const { data } = await shop.data.service.from("products").insert(DEMO_ROWS).select("id, name").throwOnError();
for (const { id, name } of data) idsByName.set(name, id);

function idOf(name: string): number {
  const id = idsByName.get(name);
  if (id === undefined) throw new Error(`The demo has no product ${name}.`);
  return id;
}

type Language = "es" | "fr" | "ht";
const LANGUAGES: readonly Language[] = ["es", "fr", "ht"];

function nameRow(name: string, language: Language, text: string) {
  return { subject: "product", subject_id: String(idOf(name)), field: "name", language, text };
}

async function translate(name: string, translations: Partial<Record<Language, string>>): Promise<void> {
  const rows = LANGUAGES.flatMap((language) => {
    const text = translations[language];
    return text ? [nameRow(name, language, text)] : [];
  });
  await shop.data.service.from("content_translations").upsert(rows).throwOnError();
}

async function find(query: string): Promise<string[]> {
  const { data } = await shop.guest.rpc("search_products", { query }).select("name").throwOnError();
  return (data as { name: string }[]).map(({ name }) => name);
}

async function readAs(query: string): Promise<string | null> {
  const { data } = await shop.guest.rpc("search_hints", { query }).single<{ read_as: string | null }>().throwOnError();
  return data.read_as;
}

test("a product is found by its names in Spanish, French, and Creole, with and without accents", async () => {
  await translate("Cow Skin (Ponmo)", { es: "Piel vacuna curtida", fr: "Couenne d'épaisseur", ht: "Po bèf seche" });
  for (const query of ["piel vacuna", "vacuna curtida", "couenne", "épaisseur", "depaisseur", "po bef seche", "curti"])
    expect([query, (await find(query))[0]]).toEqual([query, "Cow Skin (Ponmo)"]);
});

test("a mistyped translated name is repaired like other names", async () => {
  await translate("Cow Skin (Ponmo)", { es: "Piel vacuna curtida" });
  expect(await find("curtdia")).toEqual(["Cow Skin (Ponmo)"]);
  expect(await readAs("curtdia")).toBe("curtida");
});

test("a changed or deleted translation is no longer found by its old words", async () => {
  await translate("Ofada Rice", { es: "Arrocillo montañoso" });
  expect((await find("montanoso"))[0]).toBe("Ofada Rice");
  await translate("Ofada Rice", { es: "Arrocillo nigeriano" });
  expect(await find("montanoso")).toEqual([]);
  expect((await find("arrocillo"))[0]).toBe("Ofada Rice");
  await shop.data.service
    .from("content_translations")
    .delete()
    .eq("subject_id", String(idOf("Ofada Rice")))
    .throwOnError();
  expect(await find("arrocillo nigeriano")).not.toContain("Ofada Rice");
});

test("an article is found by its translated title and introduction, until they change", async () => {
  const row = { name: "Stews for Winter", short_introduction: "Three pots." };
  const article = await insertRow(shop, "blog_post", row, "id");
  const save = (field: string, text: string) =>
    shop.data.service
      .from("content_translations")
      .upsert({ subject: "article", subject_id: String(article.id), field, language: "es", text })
      .throwOnError();
  const finds = async (query: string) => {
    const { data } = await shop.guest.rpc("search_articles", { query }).select("id").throwOnError();
    return (data as { id: number }[]).some(({ id }) => id === article.id);
  };
  await save("name", "Guisos invernales");
  await save("short_introduction", "Tres cacerolas.");
  for (const query of ["guisos", "invernal", "cacerolas"]) expect([query, await finds(query)]).toEqual([query, true]);
  await save("name", "Guisos calientes");
  expect([await finds("invernales"), await finds("calientes"), await finds("stews")]).toEqual([false, true, true]);
});

test("a product with other changes keeps its translated names in the index", async () => {
  await translate("Red Palm Oil", { ht: "Lwil wouj natirèl" });
  await update(shop, "products", { id: idOf("Red Palm Oil") }, { description: "Pressed in Ghana." });
  expect((await find("lwil natirel"))[0]).toBe("Red Palm Oil");
});

test("names and synonyms rank before translated names, and a product before what is made of it", async () => {
  await translate("Jollof Rice Seasoning", { fr: "Rice en poudre" });
  const [first, second] = await find("rice");
  expect([first, second].toSorted()).toEqual(["Long Grain Parboiled Rice", "Ofada Rice"]);
  await translate("Jollof Rice Seasoning", { es: "Condimento con quimbombilla" });
  await translate("Ofada Rice", { es: "Quimbombilla entera grande" });
  expect(await find("quimbombilla")).toEqual(["Ofada Rice", "Jollof Rice Seasoning"]);
});

test("translated names do not change the best match of any community word", async () => {
  const before = new Map<string, string[]>();
  for (const { typed } of queries) before.set(typed, (await find(typed)).slice(0, 5));
  // Gives products the names of other products in three languages: the worst case for the index.
  const names = [...idsByName.keys()];
  const rows = names.flatMap((name, place) =>
    LANGUAGES.map((language, step) => nameRow(name, language, `${names[(place + step + 1) % names.length]} zu`)),
  );
  await shop.data.service.from("content_translations").upsert(rows).throwOnError();
  const changed: string[] = [];
  for (const { typed, product } of queries) {
    const found = (await find(typed)).slice(0, 5);
    const expected = before.get(typed) ?? [];
    if (found[0] !== expected[0] || found.includes(product) !== expected.includes(product)) {
      changed.push(`${typed}: ${found.join(", ")}`);
    }
  }
  expect(changed).toEqual([]);
});
