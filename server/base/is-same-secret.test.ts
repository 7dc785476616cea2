import { expect, test } from "vitest";
import { isSameSecret } from "./is-same-secret.ts";

test("a text is a secret only if it is equal, whatever its length in letters and bytes", () => {
  const texts = ["secret", "Secret", "secre", "secret ", "", "sécret", "secrét\u{10ffff}"];
  expect(texts.filter((text) => isSameSecret(text, "secret"))).toEqual(["secret"]);
});
