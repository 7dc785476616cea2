// Deep: a captcha script that passes, and one that does not load.
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fillIn } from "./fixtures/fill-in.ts";
import { type OwnShop, openOwnShop } from "./fixtures/own-shop.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { AT_OWN_WIDTHS } from "./fixtures/widths.ts";

const TURNSTILE = "https://challenges.cloudflare.com/**";
/** Replaces the captcha script in a browser that it does not support. */
const UNSUPPORTED = `window.turnstile = {
  render: (place, callbacks) => { setTimeout(callbacks["unsupported-callback"], 0); return "widget"; },
  remove: () => {},
};`;
/** Replaces the captcha script, which tests cannot load; every challenge passes. */
const SCRIPT = `window.turnstile = {
  render: (place, { sitekey, callback }) => { setTimeout(callback, 0, "human-" + sitekey); return "widget"; },
  remove: () => {},
};`;

let captcha: Server;
let shop: OwnShop;
const answers: string[] = [];

test.describe.configure({ mode: "default" });
test.use({ expectedRejections: ["challenges.cloudflare.com"] });

test.beforeAll(async () => {
  captcha = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const answer = new URLSearchParams(body).get("response") ?? "";
      answers.push(answer);
      response.end(JSON.stringify({ success: answer === "human-site" }));
    });
  });
  await new Promise<void>((open) => captcha.listen(0, "127.0.0.1", open));
  shop = await openOwnShop({
    CAPTCHA_SECRET: "secret",
    CAPTCHA_SITE_KEY: "site",
    CAPTCHA_VERIFY_URL: `http://127.0.0.1:${(captcha.address() as AddressInfo).port}/siteverify`,
  });
});
test.afterAll(async () => {
  await shop.close();
  captcha.close();
});

test("sign-up and login pass a captcha, and report when it cannot load", { tag: AT_OWN_WIDTHS }, async ({ page }) => {
  const email = `${randomUUID()}@test.example`;
  await page.route(TURNSTILE, (route) => route.abort());
  await page.goto(`${shop.origin}/auth?mode=sign-up`);
  await fillIn(page, { "Full Name": "Ama Mensah", Email: email, Password: "long enough" });
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("We couldn't verify that you are human. Try again.")).toBeVisible();

  await page.unroute(TURNSTILE);
  await page.route(TURNSTILE, (route) => route.fulfill({ contentType: "text/javascript", body: SCRIPT }));
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await fillIn(page, { Email: email, Password: "long enough" });
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("button", { name: "Log out", exact: true })).toBeVisible();
  expect(answers).toEqual(["human-site", "human-site"]);

  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await page.unroute(TURNSTILE);
  await page.route(TURNSTILE, (route) => route.fulfill({ contentType: "text/javascript", body: UNSUPPORTED }));
  await page.goto(`${shop.origin}/auth`);
  await fillIn(page, { Email: email, Password: "long enough" });
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("We couldn't verify that you are human. Try again.")).toBeVisible();
});
