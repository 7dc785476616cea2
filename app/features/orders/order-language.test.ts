import { expect, test } from "vitest";
import { customerLanguageText } from "./order-language.ts";

test("staff are told the language of a customer who does not read that of the page", () => {
  expect(customerLanguageText("es")).toBe("Reads Spanish");
  expect(customerLanguageText("ht")).toBe("Reads Haitian Creole");
  expect(customerLanguageText("en")).toBeNull();
});
