import { expect, test } from "vitest";
import { PRIVATE_CACHE, PUBLIC_CACHE } from "#app/platform/personal-data.ts";
import {
  cacheOfPage,
  isOrderRead,
  offlinePage,
  ownOrderId,
  savedText,
  saveWhileCurrent,
  subjectOf,
  titleOf,
  withNote,
} from "./saved-pages.ts";

const ORDER = "0b8f7f3e-3f0a-4a52-9d43-0c7f1f1f4c11";
const AMA = "7d3c1d2e-9b7a-4a52-9d43-0c7f1f1f4c22";
const tokenOf = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.y`;

test.for("/home /condiments /products/wears/12 /blogs/3 /cart /search /es/home /ht/products/wears/12.data".split(" "))(
  "%s is saved for reading offline",
  (path) => expect(cacheOfPage(path)).toBe(PUBLIC_CACHE),
);

test("an order's page is saved among the private pages", () => {
  expect(cacheOfPage(`/orders/${ORDER}`)).toBe(PRIVATE_CACHE);
});

test.for([
  ..."/auth /auth/reset /account /desk /desk/products /join /order-link /stock-messages /pay /error".split(" "),
  ...[`/checkout/${ORDER}`, `/success/${ORDER}`, `/shippingInformation/${ORDER}`, "/nothing-here", "/api/orders"],
  ...["/auth/v1/token", "/readyz", "/dev/mailbox", "/sandbox/stripe", "/products/wears/1/edit", "/orders/x"],
])("%s is never saved", (path) => expect(cacheOfPage(path)).toBeNull());

test("only data service reads of one order and of the profile are saved", () => {
  const isRead = (path: string) => isOrderRead(new URL(path, "https://shop.example"));
  expect(isRead(`/rest/v1/orders?select=id&id=eq.${ORDER}`)).toBe(true);
  expect(isRead(`/rest/v1/billing_details?select=name&order_id=eq.${ORDER}`)).toBe(true);
  expect(isRead(`/rest/v1/profiles?select=name&id=eq.${AMA}`)).toBe(true);
  for (const path of [
    "/rest/v1/orders?select=id",
    "/rest/v1/staff?id=eq.1",
    "/rest/v1/rpc/orders?id=eq.1",
    "/auth/v1/user",
  ]) {
    expect([path, isRead(path)]).toEqual([path, false]);
  }
});

test("an order is saved for its owner, not for staff who read it", () => {
  const row = { id: ORDER, user_id: AMA };
  expect(ownOrderId(tokenOf({ sub: AMA }), [row])).toBe(ORDER);
  expect(ownOrderId(tokenOf({ sub: "somebody-else" }), [row])).toBeNull();
  expect(ownOrderId(tokenOf({ role: "anon" }), [row])).toBeNull();
  expect(ownOrderId(tokenOf({ sub: AMA }), null)).toBeNull();
  expect(ownOrderId(tokenOf({ sub: AMA }), [row, row])).toBeNull();
  expect(subjectOf("no token")).toBeNull();
});

test("a saved page states when it was saved, in its first element", () => {
  const savedAt = "2026-11-25T15:00:00.000Z";
  const html = withNote(
    '<html lang="en-US"><head></head><body class="x"><main>Yam $4.99</main></body></html>',
    savedAt,
    "en",
  );
  expect(html).toContain(`<html data-saved-at="${savedAt}" lang="en-US">`);
  expect(html).toContain(
    `<body class="x"><offline-note role="status">${savedText(savedAt, "en")}</offline-note><main>`,
  );
  expect(savedText(savedAt, "en")).toMatch(
    /^You are offline\. This page was saved on Nov 25, 2026, \d+:00\s[AP]M; prices may have changed\.$/,
  );
});

test("the offline page links to saved pages by their titles", () => {
  const title = titleOf("<head><title>Ama&#x27;s &lt;b&gt; &amp; yam | Calabash Market</title></head>");
  expect(title).toBe("Ama's <b> & yam");
  const page = offlinePage(
    [
      { path: `/orders/${ORDER}`, label: "Order 1009" },
      { path: '/search?q="<b>&', label: title },
    ],
    "en",
  );
  expect(page).toContain(`<a href="/orders/${ORDER}">Order 1009</a>`);
  expect(page).toContain('<a href="/search?q=&quot;&lt;b>&amp;">Ama\'s &lt;b> &amp; yam</a>');
  expect(offlinePage([], "en")).not.toContain("<ul>");
});

test("a page in another language has its note and its offline page in that language", () => {
  const html = withNote('<html lang="es"><body><main></main></body></html>', "2026-11-21T15:00:00Z", "es");
  expect(html).toContain("No tiene conexión. Esta página se guardó el ");
  expect(savedText("2026-11-21T15:00:00Z", "ht")).toContain("21 novanm 2026");
  expect(offlinePage([], "fr")).toMatch(/<html lang="fr">[\s\S]*<h1>Vous êtes hors ligne<\/h1>/);
});

test("a page that loads while its user logs out is not kept on the device", async () => {
  const saved = new Set<string>();
  let isCurrent = true;
  const save = (name: string, put = async () => saved.add(name)) =>
    saveWhileCurrent(() => isCurrent, { put, remove: async () => saved.delete(name) });
  await save("before");
  await save("during", async () => {
    isCurrent = false;
    return saved.add("during");
  });
  await save("after");
  expect([...saved]).toEqual(["before"]);
});
