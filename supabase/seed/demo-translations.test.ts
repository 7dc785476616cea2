import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TRANSLATED_LOCALES } from "#app/messages/locales.ts";

type Named = Record<string, unknown> & { name: string };

const products: Named[] = read("products.json");
const articles: Named[] = read("articles.json");

test.for(TRANSLATED_LOCALES)(
  "every product and article of the demo has a name in %s, and no name is unknown",
  (locale) => {
    const translations = read(`translations/${locale}.json`);
    const names = (rows: Named[]) => rows.map(({ name }) => name).sort();
    expect(Object.keys(translations.products).sort()).toEqual(names(products));
    expect(Object.keys(translations.articles).sort()).toEqual(names(articles));
    for (const texts of Object.values<Record<string, string>>({ ...translations.products, ...translations.articles })) {
      expect(texts["name"]).toMatch(/\S/);
    }
  },
);

test.for(["es", "fr"])("each text of the demo's products and articles is translated into %s", (locale) => {
  const translations = read(`translations/${locale}.json`);
  const translatable =
    /^(name|description_header|description|ingredients|short_introduction|title\d|description\d|semi_.*|conclusion)$/;
  for (const [rows, known] of [
    [products, translations.products],
    [articles, translations.articles],
  ]) {
    for (const row of rows) {
      const fields = Object.keys(row).filter((field) => translatable.test(field) && Boolean(row[field]));
      expect(Object.keys(known[row.name]).sort()).toEqual(fields.sort());
    }
  }
});

test.for(TRANSLATED_LOCALES)("origins, fabrics, care, and sizes are translated into %s", (locale) => {
  const { values, sizes } = read(`translations/${locale}.json`);
  const shared = products.flatMap((product) => [product["origin"], product["fibre"], product["care"]]).filter(Boolean);
  expect(Object.keys(values).sort()).toEqual([...new Set(shared)].sort());
  expect(Object.keys(sizes)).toContain("One size");
});

function read(file: string) {
  return JSON.parse(readFileSync(join(import.meta.dirname, "content", file), "utf8"));
}
