import { randomUUID } from "node:crypto";
import { newShopkeeper, openAs, serviceClient } from "#e2e/fixtures/test-data.ts";
import { insert, insertRow } from "#tests/requests.ts";
import type { Page } from "./page-test.tsx";
import { expect, expectAccessible, step, test } from "./page-test.tsx";

const CALLALOO = "Callaloo";

async function findArticlePath(name: string): Promise<string> {
  const { data } = await serviceClient()
    .from("blog_post")
    .select("id")
    .like("name", `${name}%`)
    .single()
    .throwOnError();
  return `/blogs/${data.id}`;
}

/** Creates an article with two products. It is the oldest, so it comes first on no list that another test reads. */
async function anArticle() {
  const shop = serviceClient();
  const row = { name: `Soap and oil ${randomUUID().slice(0, 6)}`, publish_at: "2020-01-01T12:00:00Z" };
  const article = await insertRow(shop, "blog_post", row, "id");
  const { data: products } = await shop
    .from("products")
    .select("id")
    .in("name", ["Dudu-Osun Black Soap", "Red Palm Oil"])
    .throwOnError();
  const rows = products.map(({ id }, position) => ({ article_id: article.id, product_id: id, position, packs: 1 }));
  await insert(shop, "article_products", rows);
  return {
    path: `/blogs/${article.id}`,
    remove: async () => void (await shop.from("blog_post").delete().eq("id", article.id).throwOnError()),
  };
}

const recipeOf = (page: Page) => page.getByRole("region", { name: /^In this (recipe|article)$/ });

const lineOf = (page: Page, name: string) => recipeOf(page).getByRole("article").filter({ hasText: name });

test("a recipe for more servings is added by keyboard, without sold-out and unchecked items", async ({ page }) => {
  await page.goto(await findArticlePath("Ackee and Saltfish"));
  const recipe = recipeOf(page);
  await expect(recipe.getByRole("heading", { name: "In this recipe" })).toBeVisible();
  await expect(lineOf(page, "Ackee in Brine")).toContainText("19 oz needed: 1 × 19 oz");
  await expect(lineOf(page, CALLALOO)).toContainText("Sold out");
  await expect(recipe.getByRole("checkbox", { name: `Include ${CALLALOO}` })).toBeDisabled();
  await expectAccessible();

  const servings = recipe.getByLabel("Servings");
  await expect(servings).toHaveValue("4");
  await servings.selectOption("8");
  await expect(lineOf(page, "Ackee in Brine")).toContainText("38 oz needed: 2 × 19 oz");
  await expect(lineOf(page, "Boneless Saltfish")).toContainText("24 oz needed: 2 × 16 oz");
  await recipe.getByRole("checkbox", { name: /Include Breadfruit/ }).focus();
  await page.keyboard.press("Space");
  await recipe.getByRole("button", { name: "Add 3 of 5 to cart" }).focus();
  await page.keyboard.press("Enter");
  // Two cans, two packs of fish, and one pack of peppers, which is enough.
  await expect(recipe.getByRole("status")).toHaveText("5 items were added to your cart; Callaloo is sold out.");
  await recipe.getByRole("link", { name: "Go to cart" }).click();
  const line = (name: string) => page.getByRole("article", { name });
  await expect(line("Ackee in Brine").getByRole("textbox", { name: /Quantity/ })).toHaveValue("2");
  await expect(line("Boneless Saltfish").getByRole("textbox", { name: /Quantity/ })).toHaveValue("2");
  await expect(line("Breadfruit")).toHaveCount(0);
  await expect(line(CALLALOO)).toHaveCount(0);
});

test("a recipe asks for a size where needed, and adds the rest without one", async ({ page }) => {
  await page.goto(await findArticlePath("A First-Timer's Guide"));
  const recipe = recipeOf(page);
  await expect(recipe.getByRole("heading", { name: "In this article" })).toBeVisible();
  await expect(recipe.getByLabel("Servings")).toHaveCount(0);
  await expect(lineOf(page, "Stockfish")).toContainText("choose a size");
  const add = recipe.getByRole("button", { name: "Add all to cart" });
  await add.click();
  const dialog = page.getByRole("dialog", { name: "Choose a size" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(recipe.getByRole("status")).toContainText(
    "9 items were added to your cart; no size chosen for Stockfish Pieces (Okporoko).",
  );
  await expect(add).toBeFocused();
  await add.click();
  await dialog.getByRole("button", { name: /^Add size 2 lb/ }).click();
  await expect(recipe.getByRole("status")).toHaveText("10 items were added to your cart.");
  await expect(page.getByRole("link", { name: /^Cart 19/ })).toBeVisible();
});

test("the owner adds a recipe to an article, shoppers see it, and the owner removes it", async ({ page }) => {
  const { path, remove } = await anArticle();
  await openAs(page, await newShopkeeper(), path);
  await expect(recipeOf(page).getByRole("article")).toHaveCount(2);
  await page.getByRole("button", { name: "Edit recipe" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit recipe" });
  const add = async (words: string, product: string) => {
    await dialog.getByLabel("Find a product to add").fill(words);
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: `Add ${product}`, exact: true }).click();
  };
  const line = (product: string) => dialog.getByRole("group", { name: product });

  await step("products are found like in the store's search, and errors show at their fields", async () => {
    await dialog.getByLabel("Servings").fill("4");
    await add("platano verde", "Green Plantains");
    await expect(line("Green Plantains").getByLabel("Needed")).toBeFocused();
    await page.keyboard.type("2 lb");
    await add("okporoko", "Stockfish Pieces (Okporoko)");
    await line("Stockfish").getByLabel("Needed").fill("250 g");
    await line("Stockfish").getByLabel("Size").selectOption("8 oz");
    await dialog.getByRole("button", { name: "Save recipe" }).click();
    await expect(line("Green Plantains").getByText("The packs use another unit.")).toBeVisible();
    await expect(line("Green Plantains").getByLabel("Packs")).toBeFocused();
    await page.keyboard.type("1");
    await dialog.getByRole("button", { name: "Move Stockfish Pieces (Okporoko) up" }).click();
    await expectAccessible("dialog[open]");
    await dialog.getByRole("button", { name: "Save recipe" }).click();
    await expect(page.getByText("Recipe saved").first()).toBeVisible();
  });

  await expect(recipeOf(page).getByRole("heading", { name: "In this recipe" })).toBeVisible();
  await expect(recipeOf(page).getByRole("article").nth(2)).toContainText("8.82 oz needed: 2 × 8 oz");
  await expect(recipeOf(page).getByRole("article").nth(3)).toContainText("2 lb needed: 1 × 4 ct");

  await step("the form opens with the recipe and removes products again", async () => {
    await page.getByRole("button", { name: "Edit recipe" }).click();
    await expect(line("Stockfish").getByLabel("Needed")).toHaveValue("8.818 oz");
    await expect(line("Green Plantains").getByLabel("Packs")).toHaveValue("1");
    await dialog.getByLabel("Servings").fill("");
    await dialog.getByRole("button", { name: "Remove Stockfish Pieces (Okporoko)" }).click();
    await expect(line("Green Plantains").getByLabel("Needed")).toBeFocused();
    await dialog.getByRole("button", { name: "Remove Green Plantains" }).click();
    await dialog.getByRole("button", { name: "Save recipe" }).click();
    await expect(recipeOf(page).getByRole("heading", { name: "In this article" })).toBeVisible();
    await expect(recipeOf(page).getByRole("article")).toHaveCount(2);
  });
  await remove();
});

test("a product page lists recipes with that product and adds it to the cart", async ({ page }) => {
  const { data } = await serviceClient().from("products").select("id").eq("name", "Boneless Saltfish").single();
  await page.goto(`/products/meat/${data?.id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Boneless Saltfish" })).toBeVisible();
  const cards = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Related products" }) })
    .getByRole("article");
  await expect(cards).toHaveCount(4);
  await expect(cards.first()).toContainText("Ackee in Brine");
  // Callaloo is in the recipe but sold out.
  await expect(cards.filter({ hasText: CALLALOO })).toHaveCount(0);
  await cards.first().getByRole("button", { name: "Add to Cart: Ackee in Brine" }).click();
  await expect(page.getByText("Item added to cart").first()).toBeVisible();
  await cards.first().getByRole("link", { name: "Ackee in Brine" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ackee in Brine" })).toBeVisible();
  await expect(cards.filter({ hasText: "Boneless Saltfish" })).toHaveCount(1);
});
