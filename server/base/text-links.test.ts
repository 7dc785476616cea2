import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createTextLinks } from "./text-links.ts";

const SINCE = new Date("2026-03-01T12:00:00Z");
const at = (iso: string) => () => new Date(iso);

test("a text's link opens its order for 30 days, in 48 characters, the same each time", () => {
  const links = createTextLinks("secret", at("2026-03-02T12:00:00Z"));
  const order = randomUUID();
  const token = links.sign(order, SINCE);
  expect(token).toMatch(/^[\w-]{48}$/);
  expect(links.sign(order, SINCE)).toBe(token);
  expect(links.read(token)).toBe(order);
  expect(createTextLinks("secret", at("2026-03-31T11:59:59Z")).read(token)).toBe(order);
  expect(createTextLinks("secret", at("2026-03-31T12:00:00Z")).read(token)).toBeNull();
});

test("a text's link that is changed, cut, or signed with another key opens nothing", () => {
  const links = createTextLinks("secret", () => SINCE);
  const token = links.sign(randomUUID(), SINCE);
  expect(createTextLinks("other", () => SINCE).read(token)).toBeNull();
  expect(links.read("")).toBeNull();
  expect(links.read(token.slice(0, -1))).toBeNull();
  expect(links.read(`${token}A`)).toBeNull();
  for (const place of [0, 10, 20, 24, 26, 30, 47]) {
    const other = token[place] === "A" ? "B" : "A";
    expect(links.read(token.slice(0, place) + other + token.slice(place + 1))).toBeNull();
  }
});
