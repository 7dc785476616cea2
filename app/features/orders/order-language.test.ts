import { expect, test } from "vitest";
import { customerLanguageText } from "./order-language.ts";

test("staff see the language of a customer who reads neither English nor that of the page", () => {
  expect(customerLanguageText("es")).toBe("Reads Spanish");
  expect(customerLanguageText("ht")).toBe("Reads Haitian Creole");
  expect(customerLanguageText("en")).toBeNull();
});
