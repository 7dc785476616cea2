import { afterAll, expect, test } from "vitest";
import { openShopForTest } from "#tests/running-shop.ts";
import { startServer } from "#tests/start-server.ts";
import { createAuthTextSender } from "./send-auth-text.ts";
import { createTwilioSender } from "./twilio.ts";

/** Request to a fake of Twilio's Messages API. */
interface Taken {
  method: string;
  path: string;
  authorization: string;
  form: Record<string, string>;
}
const taken: Taken[] = [];

const apiUrl = await startServer(async (request) => {
  const form = Object.fromEntries(new URLSearchParams(await request.text()));
  const { method, url, headers } = request;
  taken.push({ method, path: new URL(url).pathname, authorization: headers.get("authorization") ?? "", form });
  return form["To"] === "+15005550001"
    ? Response.json({ code: 21211, message: "Invalid 'To' Phone Number" }, { status: 400 })
    : Response.json({ sid: "SM0123" }, { status: 201 });
}, afterAll);

const settings = { accountSid: "AC0001", authToken: "secret", from: "+15550100", whatsapp: null, apiUrl };

test("a text message with a code reaches Twilio, and its id is returned", async () => {
  let sendText: ReturnType<typeof createAuthTextSender> | null = null;
  const shop = await openShopForTest({ sendText: async (text) => (await sendText?.(text)) ?? null });
  sendText = createAuthTextSender(createTwilioSender(settings), shop.data);
  const phone = "+15550100123";
  const { data, error } = await shop.newClient().auth.signInWithOtp({ phone });
  expect(error).toBeNull();
  expect(data.messageId).toBe("SM0123");
  const message = taken.at(-1);
  expect(message).toMatchObject({
    method: "POST",
    path: "/2010-04-01/Accounts/AC0001/Messages.json",
    authorization: `Basic ${Buffer.from("AC0001:secret").toString("base64")}`,
    form: { To: phone, From: "+15550100" },
  });
  const code = /^\d{6}(?= is your Calabash Market code)/.exec(message?.form["Body"] ?? "")?.[0] ?? "";
  expect((await shop.newClient().auth.verifyOtp({ phone, token: code, type: "sms" })).error).toBeNull();
});

test("a messaging service sends with its id", async () => {
  const from = `MG${"0".repeat(32)}`;
  await createTwilioSender({ ...settings, from }).send({ to: "+15550100124", text: "Hello" });
  expect(taken.at(-1)?.form).toEqual({ To: "+15550100124", Body: "Hello", MessagingServiceSid: from });
});

test("a rejection by Twilio throws an error with its reason", async () => {
  const rejected = createTwilioSender(settings).send({ to: "+15005550001", text: "Hello" });
  await expect(rejected).rejects.toThrow("Twilio responded 400, code 21211: Invalid 'To' Phone Number");
});
