import { expect, test } from "vitest";
import { safeRedirect } from "./safe-redirect.ts";

test.each(["/cart", "/checkout/1?from=cart#card", "/auth?next=%2Fcart", "/"])("%s is allowed", (target) => {
  expect(safeRedirect(target, "/auth")).toBe(target);
});

test.each([
  null,
  undefined,
  "",
  "cart",
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "\\/evil.example",
  "/.//evil.example",
  "/%2e//evil.example",
  "javascript:alert(1)",
  " /cart",
])("%o leads nowhere but to the fallback", (target) => {
  expect(safeRedirect(target, "/auth")).toBe("/auth");
});
