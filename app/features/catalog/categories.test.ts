import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { categories, findCategory, findCategoryByPath } from "./categories.ts";

test("the Products menu has the nine categories in the specified order", () => {
  const STATED = [
    ["/africanwearandfashion", "Authentic African Wears and Styles", "wears", "authentic_african_wear"],
    ["/beautyandhousehold", "Beauty and Household", "beauty", "beauty_and_household"],
    ["/condiments", "Condiments", "condiments", "condiments"],
    ["/drinkandbeverages", "Drink and Beverages", "drinks", "drink_beverage"],
    ["/fruitsandvegetables", "Fruits and Vegetables", "fruits", "fruits_and_vegetables"],
    ["/grainflourandcereal", "Grains, Flours, and Cereal", "grains", "grain_flour_cereal"],
    ["/meatandseafood", "Meat and Seafood", "meat", "meat_sea_food"],
    ["/snacksandconfectionaries", "Snacks and Confections", "snacks", "snack_confectionaries"],
    ["/others", "Other Items", "more", "more"],
  ];
  const listed = categories.map(({ path, title, prefix, table }) => [path, title(), prefix, table]);
  const isStated = ([, , prefix]: string[]) => STATED.some(([, , stated]) => stated === prefix);
  expect(listed.filter(isStated)).toEqual(STATED);
});

test("the category of other items is labeled More in the menu", () => {
  expect(findCategory("more")?.menuLabel()).toBe("More");
});

test("the categories are those of the database", () => {
  const sql = readFileSync("supabase/schemas/catalog/products.sql", "utf8");
  const [, rows = ""] = /insert into public\.categories [^;]*?values([^;]*);/.exec(sql) ?? [];
  const listed = [...rows.matchAll(/\('([^']*)', '([^']*)', '([^']*)', \d+\)/g)].map((row) => row.slice(1));
  expect(categories.map(({ prefix, table, title }) => [prefix, table, title()])).toEqual(listed);
});

test("each pattern of a category is drawn", () => {
  const drawn = readFileSync("app/ui/textile.module.css", "utf8");
  const named = categories.map(({ pattern }) => pattern);
  expect(named.filter((pattern) => !drawn.includes(`.edge[data-pattern="${pattern}"]`))).toEqual([]);
});

test("an unknown prefix or path has no category", () => {
  expect(findCategory("toys")).toBeNull();
  expect(findCategoryByPath("/toys")).toBeNull();
});
