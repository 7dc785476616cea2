import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { createOrderLinks } from "./order-links.ts";

const ORDER = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
const OTHER = "7f9619ff-8b86-4d01-b42d-00cf4fc964ff";
const MAILED = new Date("2026-11-22T12:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;
const daysLater = (days: number) => () => new Date(MAILED.getTime() + days * DAY_MS);

test("a link opens its order for exactly 90 days", async () => {
  const token = createOrderLinks("secret").sign(ORDER, MAILED);
  expect(await createOrderLinks("secret", daysLater(0)).read(token)).toBe(ORDER);
  expect(await createOrderLinks("secret", daysLater(89.999)).read(token)).toBe(ORDER);
  expect(await createOrderLinks("secret", daysLater(90)).read(token)).toBeNull();
});

test("a changed, unsigned, or cut token opens nothing", async () => {
  const links = createOrderLinks("secret", daysLater(1));
  const [header = "", body = "", signature = ""] = links.sign(ORDER, MAILED).split(".");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const unsigned = encode({ alg: "none" });
  for (const forged of [
    `${header}.${encode({ ...claims, sub: OTHER })}.${signature}`,
    `${header}.${encode({ ...claims, exp: 4102444800 })}.${signature}`,
    `${unsigned}.${body}.`,
    `${unsigned}.${body}.${signature}`,
    `${header}.${body}.${signature.slice(0, -4)}AAAA`,
    `${header}.${body}`,
    body,
    ORDER,
    "",
  ]) {
    expect([forged, await links.read(forged)]).toEqual([forged, null]);
  }
});

test("links of another store and other tokens open nothing", async () => {
  const links = createOrderLinks("secret", daysLater(1));
  expect(await links.read(createOrderLinks("another").sign(ORDER, MAILED))).toBeNull();
  const raw = new TextEncoder().encode("secret".padEnd(32, "."));
  const session = await new SignJWT({ role: "authenticated" })
    .setProtectedHeader({ alg: "HS256" })
    .setAudience("authenticated")
    .setSubject(ORDER)
    .setExpirationTime("90d")
    .sign(raw);
  expect(await links.read(session)).toBeNull();
});

test("a token without an order opens nothing", async () => {
  const links = createOrderLinks("secret", daysLater(1));
  expect(await links.read(links.sign("everything", MAILED))).toBeNull();
});

test("a pay link lasts 24 hours, and pay and view links cannot replace each other", async () => {
  const links = createOrderLinks("secret");
  const toPay = links.signForPaying(ORDER, MAILED);
  expect(await createOrderLinks("secret", daysLater(0.999)).readForPaying(toPay)).toBe(ORDER);
  expect(await createOrderLinks("secret", daysLater(1)).readForPaying(toPay)).toBeNull();
  expect(await createOrderLinks("secret", daysLater(0.5)).read(toPay)).toBeNull();
  expect(await createOrderLinks("secret", daysLater(0.5)).readForPaying(links.sign(ORDER, MAILED))).toBeNull();
});
