import { expect, test } from "vitest";
import { translationFilterFrom, translationsAddress } from "./translation-subjects.ts";

test("a URL without a filter lists products in the first language", () => {
  expect(translationFilterFrom(new URLSearchParams())).toEqual({
    subject: "product",
    language: "es",
    isMissingOnly: false,
    id: null,
  });
});

test("unknown subjects and languages, and English, are replaced by the first ones", () => {
  for (const language of ["en", "de", ""]) {
    expect(translationFilterFrom(new URLSearchParams({ subject: "price", language }))).toMatchObject({
      subject: "product",
      language: "es",
    });
  }
});

test("the URL of a filter restores it", () => {
  const filter = { subject: "article", language: "ht", isMissingOnly: true, id: "12" } as const;
  const [, search] = translationsAddress(filter).split("?");
  expect(translationFilterFrom(new URLSearchParams(search))).toEqual(filter);
});
