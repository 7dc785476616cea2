import { expect, test } from "vitest";
import { userIn } from "./stored-session.ts";

test("a stored session contains the id of its user", () => {
  expect(userIn(JSON.stringify({ access_token: "x", user: { id: "ama" } }))?.id).toBe("ama");
});

test.each([null, "", "null", "{}", "[1]", "no json", '{"user":{"id":7}}'])("%o is not a stored session", (stored) => {
  expect(userIn(stored)).toBeNull();
});
