import { expect, test } from "vitest";
import { isSameSecret } from "./is-same-secret.ts";

test("only the secret itself matches, whatever the length in characters and bytes", () => {
  const texts = ["secret", "Secret", "secre", "secret ", "", "sécret", "secrét\u{10ffff}"];
  expect(texts.filter((text) => isSameSecret(text, "secret"))).toEqual(["secret"]);
});
