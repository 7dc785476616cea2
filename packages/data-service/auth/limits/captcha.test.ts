import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { startTestShop } from "../../../../tests/running-shop.ts";

/** Captcha verification over HTTP with Turnstile's protocol. */
const GOOD = "a token of somebody human";
const forms: Record<string, string>[] = [];

let isDown = false;

const service = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  request.on("end", () => {
    const form = Object.fromEntries(new URLSearchParams(text));
    forms.push(form);
    if (isDown) {
      response.writeHead(502).end("busy");
      return;
    }
    const success = form["secret"] === "the secret" && form["response"] === GOOD;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success, "error-codes": success ? [] : ["invalid-input-response"] }));
  });
});

await new Promise<void>((open) => service.listen(0, "127.0.0.1", open));
const { port } = service.address() as AddressInfo;
const shop = await startTestShop({
  captcha: { secret: "the secret", verifyUrl: `http://127.0.0.1:${port}/siteverify` },
});
beforeEach(() => {
  forms.length = 0;
  isDown = false;
});
afterAll(async () => {
  await shop.close();
  await new Promise((closed) => service.close(closed));
});

const email = "ama@test.example";
const password = "long enough";
const calls = {
  "signing up": (captchaToken: string) => shop.newClient().auth.signUp({ email, password, options: { captchaToken } }),
  "logging in": (captchaToken: string) =>
    shop.newClient().auth.signInWithPassword({ email, password, options: { captchaToken } }),
  "requesting a link": (captchaToken: string) =>
    shop.newClient().auth.signInWithOtp({ email, options: { captchaToken } }),
  "requesting a password reset": (captchaToken: string) =>
    shop.newClient().auth.resetPasswordForEmail(email, { captchaToken }),
  resending: (captchaToken: string) =>
    shop.newClient().auth.resend({ type: "signup", email, options: { captchaToken } }),
};

test.for(Object.entries(calls))("%s requires a passed captcha", async ([, call]) => {
  expect((await call("")).error).toMatchObject({
    status: 400,
    code: "captcha_failed",
    message: "captcha protection: request disallowed (no captcha_token found)",
  });
  expect(forms).toEqual([]);
  expect((await call("a robot's")).error).toMatchObject({
    status: 400,
    code: "captcha_failed",
    message: "captcha protection: request disallowed (invalid-input-response)",
  });
  expect((await call(GOOD)).error?.code).not.toBe("captcha_failed");
  expect(forms.at(-1)).toEqual({ secret: "the secret", response: GOOD, remoteip: "192.0.2.1" });
});

test("requests are rejected while the captcha provider does not respond", async () => {
  isDown = true;
  expect((await calls["logging in"](GOOD)).error?.status).toBe(500);
});

test("the service role needs no captcha", async () => {
  const answer = await shop.app.request("/auth/v1/recover", {
    method: "POST",
    headers: { authorization: `Bearer ${shop.keys.serviceRoleKey}` },
    body: JSON.stringify({ email: "esi@test.example" }),
  });
  expect([answer.status, forms]).toEqual([200, []]);
});

test("refreshing a session needs no captcha", async () => {
  const client = shop.newClient();
  const signedUp = await client.auth.signUp({ email: "kofi@test.example", password, options: { captchaToken: GOOD } });
  expect(signedUp.error).toBeNull();
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect(forms).toHaveLength(1);
});
