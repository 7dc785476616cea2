import { afterAll, expect, test } from "vitest";
import { openShopProcess } from "#scripts/test-environment/prepared-shop.ts";
import { readKeysOf } from "#scripts/test-environment/shop-process.ts";
import { aHeroSlide } from "./a-hero-slide.ts";
import { openClient } from "./open-client.ts";
import { insert, insertRow, update } from "./requests.ts";

const shop = await openShopProcess(afterAll);
const server = openClient(shop.origin, readKeysOf(shop.dataDir).serviceRoleKey);

async function htmlOf(path: string): Promise<string> {
  const response = await fetch(`${shop.origin}${path}`);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.text()).replaceAll("&#x27;", "'");
}

type Values = [subject: string, subjectId: string | number, field: string, language: string, text: string];

async function translate(...translations: Values[]): Promise<void> {
  const rows = translations.map(([subject, subject_id, field, language, text]) => ({
    subject,
    subject_id: String(subject_id),
    field,
    language,
    text,
  }));
  await server.from("content_translations").upsert(rows).throwOnError();
}

/** Adds a product on offer. */
async function addProduct(name: string, more: object = {}): Promise<number> {
  const row = { name, price: 9, discount_price: 8, size: "about 3 jars", ...more };
  return (await insertRow(server, "condiments", row, "id")).id;
}

test("a product's page, card, search result, and suggestion are in the language of the page", async () => {
  const id = await addProduct("Zebu Marrow Paste", {
    description_header: "For soups",
    description: "Simmered for hours.",
    ingredients: "Marrow, salt",
  });
  await translate(
    ["product", id, "name", "es", "Pasta de tuétano"],
    ["product", id, "description", "es", "Cocida a fuego lento."],
    ["size", "about 3 jars", "label", "es", "unos 3 frascos"],
  );
  const path = `/products/condiments/${id}`;
  await expect.poll(() => htmlOf(`/es${path}`), { timeout: 10_000 }).toContain("Pasta de tuétano");
  const page = await htmlOf(`/es${path}`);
  expect(page).toMatch(/<title>Pasta de tuétano/);
  expect(page).toMatch(/<meta name="description" content="For soups. Cocida a fuego lento./);
  expect(page).toMatch(/<h1 class="[^"]*">Pasta de tuétano<\/h1>/);
  expect(page).toContain('"name":"Pasta de tuétano"');
  expect(page).toContain("unos 3 frascos");
  // Without a translation it is in English, and marked.
  expect(page).toMatch(/<h2 lang="en"[^>]*>For soups<\/h2>/);
  expect(page).toMatch(/<dd lang="en">Marrow, salt<\/dd>/);

  expect(await htmlOf("/es/search?q=zebu%20marrow")).toMatch(/<h\d class="[^"]*"><a[^>]*>Pasta de tuétano<\/a>/);
  const suggested = await (await fetch(`${shop.origin}/es/search/suggestions?q=zebu%20marrow`)).json();
  expect(suggested.products[0]).toMatchObject({ id, name: "Pasta de tuétano", size: "unos 3 frascos" });
  expect(await htmlOf("/es/condiments?sort=newest")).toContain("Pasta de tuétano");

  expect(await htmlOf(`/fr${path}`)).toMatch(/<h1 lang="en"[^>]*>Zebu Marrow Paste<\/h1>/);
  const inEnglish = await htmlOf(path);
  expect(inEnglish).toMatch(/<h1 class="[^"]*">Zebu Marrow Paste<\/h1>/);
  expect(inEnglish).not.toContain("tuétano");
  expect(inEnglish).not.toContain("untranslated");
});

test("the home page shows slides, products, and articles in translation, and its notice with every page", async () => {
  const id = await addProduct("Quokka Spice Mix");
  // The home page shows some of the offers, others each day.
  await server.from("products").update({ discount_price: null }).neq("id", id).throwOnError();
  const slide = aHeroSlide({ id: "spices", header: "New spices", text: "From the coast", buttonLabel: "See spices" });
  await update(server, "store_settings", { id: true }, { hero_slides: [slide], banner_text: "Closed on Friday" });
  const row = { name: "Spices of the Coast", title1: "Grinding", description1: "Grind them fresh.", servings: 4 };
  const article = await insertRow(server, "blog_post", row, "id");
  await insert(server, "article_products", { article_id: article.id, product_id: id, packs: 1 });
  await translate(
    ["product", id, "name", "fr", "Mélange d'épices"],
    ["slide", "spices", "header", "fr", "Nouvelles épices"],
    ["store", "store", "banner_text", "fr", "Fermé vendredi"],
    ["article", article.id, "name", "fr", "Épices de la côte"],
    ["article", article.id, "description1", "fr", "Moulez-les fraîches."],
  );
  await expect.poll(() => htmlOf("/fr/home"), { timeout: 10_000 }).toContain("Nouvelles épices");
  const home = await htmlOf("/fr/home");
  expect(home).toContain("Mélange d'épices");
  expect(home).toMatch(/<p lang="en" class="[^"]*">From the coast<\/p>/);
  expect(home).toContain("Épices de la côte");
  expect(await htmlOf("/fr/blog")).toContain("Épices de la côte");
  expect(await htmlOf("/fr/recipes")).toContain("Épices de la côte");
  const page = await htmlOf(`/fr/blogs/${article.id}`);
  expect(page).toMatch(/<h2 lang="en">Grinding<\/h2>/);
  expect(page).toContain("Moulez-les fraîches.");
  expect(page).toContain("Mélange d'épices");
  expect(await htmlOf("/fr/contact")).toContain("Fermé vendredi");

  // The old translation would be wrong, so the new notice is in English until it is translated.
  await update(server, "store_settings", { id: true }, { banner_text: "Closed on Monday" });
  await expect
    .poll(() => htmlOf("/fr/contact"), { timeout: 10_000 })
    .toMatch(/<p lang="en"[^>]*>Closed on Monday<\/p>/);
});
