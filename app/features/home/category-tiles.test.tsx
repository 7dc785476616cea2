import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { categories } from "#app/features/catalog/categories.ts";
import { bucketPicture } from "#app/values/picture-address.ts";
import { CategoryTiles } from "./category-tiles.tsx";

test("a category without products has a tile with its pattern and no broken picture", () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <CategoryTiles pictureOf={({ prefix }) => (prefix === "more" ? bucketPicture("yam.webp") : null)} />
    </MemoryRouter>,
  );
  expect(html.match(/<a /g)).toHaveLength(categories.length);
  expect(html.match(/<img /g)).toHaveLength(1);
  expect(html.match(/data-pattern=/g)).toHaveLength(categories.length - 1);
});
