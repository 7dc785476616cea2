import { Hono } from "hono";
import { expect, test } from "vitest";
import { installTranslations } from "#app/messages/t.ts";
import { openTranslations } from "#server/base/locale.ts";
import { translateErrors } from "./page-language.ts";

openTranslations();
installTranslations(
  "es",
  new Map([
    ["Only {count} of {product} left.", "{count, plural, one {Queda #} other {Quedan #}} de {product}."],
    ["Name is required.", "Falta el nombre."],
  ]),
);

const details = JSON.stringify({
  key: "Only {count} of {product} left.",
  params: { count: 2, product: "Garri {red}" },
});
const app = new Hono()
  .use(translateErrors)
  .get("/values", (c) => c.json({ code: "PT409", message: "Only 2 of Garri {red} left.", details, hint: "stock" }, 409))
  .get("/plain", (c) => c.json({ message: "Name is required.", details: "Key (name) is null." }, 400))
  .get("/unknown", (c) => c.json({ message: "It's {broken", details: null }, 400))
  .post("/rest/v1/rpc/move_orders", (c) =>
    c.json([
      { order_id: "1", status: null, message: "Only 2 of Garri {red} left.", details },
      { order_id: "2", status: "ready", message: null, details: null },
    ]),
  )
  .get("/fine", (c) => c.json({ message: "Name is required." }))
  .get("/other", (c) => c.json({ error: "too large" }, 413))
  .get("/text", (c) => c.text("Name is required.", 503));

async function bodyOf(path: string, language: string) {
  return (await app.request(path, { headers: { "accept-language": language } })).text();
}

test("a database error is translated to the page's language, with its values and other fields", async () => {
  const error = { code: "PT409", message: "Only 2 of Garri {red} left.", details, hint: "stock" };
  expect(JSON.parse(await bodyOf("/values", "es"))).toEqual({ ...error, message: "Quedan 2 de Garri {red}." });
  expect(JSON.parse(await bodyOf("/values", "en-US"))).toEqual(error);
  expect(JSON.parse(await bodyOf("/values", "xx"))).toEqual(error);
  expect(await bodyOf("/plain", "es")).toBe('{"message":"Falta el nombre.","details":"Key (name) is null."}');
});

test("rejections of single orders are translated", async () => {
  const headers = { "accept-language": "es" };
  const response = await app.request("/rest/v1/rpc/move_orders", { method: "POST", headers });
  expect(await response.json()).toEqual([
    { order_id: "1", status: null, message: "Quedan 2 de Garri {red}.", details },
    { order_id: "2", status: "ready", message: null, details: null },
  ]);
});

test("an error without a translation and other responses are unchanged", async () => {
  expect(await bodyOf("/unknown", "es")).toBe('{"message":"It\'s {broken","details":null}');
  expect(await bodyOf("/fine", "es")).toBe('{"message":"Name is required."}');
  expect(await bodyOf("/other", "es")).toBe('{"error":"too large"}');
  expect(await bodyOf("/text", "es")).toBe("Name is required.");
});
