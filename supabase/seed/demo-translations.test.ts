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

test.for(TRANSLATED_LOCALES)("origins, fabrics, care, and sizes are translated into %s", (locale) => {
  const { values, sizes } = read(`translations/${locale}.json`);
  const shared = products.flatMap((product) => [product["origin"], product["fibre"], product["care"]]).filter(Boolean);
  expect(Object.keys(values).sort()).toEqual([...new Set(shared)].sort());
  expect(Object.keys(sizes)).toContain("One size");
});

function read(file: string) {
  return JSON.parse(readFileSync(join(import.meta.dirname, "content", file), "utf8"));
}
