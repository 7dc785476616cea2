import { Hono } from "hono";
import { expect, test } from "vitest";
import { createErrorTranslation } from "./translate-errors.ts";

const translations = new Map([
  ["[error] {v1} is sold out.", "{v1} está agotado."],
  ["[error] Product {v1} is sold out.", "El producto {v1} está agotado."],
  ["[error] Only {v1} of {v2} (red) left.", "Quedan {v1} de {v2} (rojo)."],
  ["Only 1 left.", "no context"],
]);

const app = new Hono()
  .use(createErrorTranslation(() => translations))
  .get("/error", (c) => c.json({ code: "PT409", message: "Only 2 of Garri (red) left.", details: "Only" }, 409))
  .get("/sold-out/:name", (c) => c.json({ message: `${c.req.param("name")} is sold out.` }, 409))
  .get("/unknown", (c) => c.json({ error: "Only 1 left." }, 409))
  .get("/fine", (c) => c.json({ message: "Only 2 of Garri (red) left." }));

async function answer(path: string, language: string) {
  const response = await app.request(path, { headers: { "accept-language": language } });
  return [response.status, await response.json()];
}

test("an error is translated to the page's language, with its values", async () => {
  const details = { code: "PT409", details: "Only" };
  expect(await answer("/error", "es")).toEqual([409, { ...details, message: "Quedan 2 de Garri (rojo)." }]);
  expect(await answer("/error", "en-US")).toEqual([409, { ...details, message: "Only 2 of Garri (red) left." }]);
  expect(await answer("/error", "xx")).toEqual([409, { ...details, message: "Only 2 of Garri (red) left." }]);
});

test("an error whose text also fits a shorter one has its own translation", async () => {
  expect(await answer("/sold-out/Garri", "es")).toEqual([409, { message: "Garri está agotado." }]);
  expect(await answer("/sold-out/Product 7", "es")).toEqual([409, { message: "El producto 7 está agotado." }]);
});

test("an error without a translation and other responses are unchanged", async () => {
  expect(await answer("/unknown", "es")).toEqual([409, { error: "Only 1 left." }]);
  expect(await answer("/fine", "es")).toEqual([200, { message: "Only 2 of Garri (red) left." }]);
});
