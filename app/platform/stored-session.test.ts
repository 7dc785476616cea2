import { expect, test } from "vitest";
import { userIdIn } from "./stored-session.ts";

test("the owner of a stored session is found in it", () => {
  expect(userIdIn(JSON.stringify({ access_token: "x", user: { id: "ama" } }))).toBe("ama");
});

test.each([null, "", "null", "{}", "[1]", "no json", '{"user":{"id":7}}'])("%o holds nobody's session", (stored) => {
  expect(userIdIn(stored)).toBeNull();
});
