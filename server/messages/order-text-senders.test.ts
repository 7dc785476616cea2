import { afterAll, beforeEach, expect, test } from "vitest";
import type { OrderTextKind } from "#app/features/order-texts/order-texts.ts";
import { startServer } from "#tests/start-server.ts";
import { createTwilioOrderTexts, isOptOut, isRejection, type OrderText } from "./order-text-senders.ts";

/** Requests to a fake of Twilio's message list. */
const created: Record<string, string>[] = [];
let listed: { sid: string; body: string; date_created: string }[] = [];
let rejection: { status: number; code: number } | null = null;
const apiUrl = await startServer(async (request) => {
  if (rejection) return Response.json({ code: rejection.code, message: "no" }, { status: rejection.status });
  if (request.method === "GET") {
    const to = new URL(request.url).searchParams.get("To");
    return Response.json({ messages: to === "+12815550123" ? listed : [] });
  }
  created.push(Object.fromEntries(new URLSearchParams(await request.text())));
  return Response.json({ sid: `SM${created.length}` }, { status: 201 });
}, afterAll);
beforeEach(() => {
  created.length = 0;
  listed = [];
  rejection = null;
});

const READY = `HX${"a".repeat(32)}`;
const senders = (templates: Partial<Record<OrderTextKind, string>> = {}) =>
  createTwilioOrderTexts({
    accountSid: "AC0001",
    authToken: "secret",
    from: "+15550100",
    whatsapp: { from: "+15550101", templates },
    apiUrl,
  });
const text: OrderText = {
  id: "1",
  kind: "ready",
  to: "+12815550123",
  text: "Calabash Market: Order 1042 is ready for pickup. https://market.example/order-link#abc",
  link: "https://market.example/order-link#abc",
  variables: { "1": "Calabash Market" },
  queuedAt: new Date("2026-03-01T12:00:00.700Z"),
};

test("SMS and WhatsApp have separate senders, and WhatsApp numbers have a prefix", async () => {
  expect(await senders().sms?.send(text)).toBe("SM1");
  expect(await senders().whatsapp?.send(text)).toBe("SM2");
  expect(created).toEqual([
    { To: "+12815550123", Body: text.text, From: "+15550100" },
    { To: "whatsapp:+12815550123", Body: text.text, From: "whatsapp:+15550101" },
  ]);
});

test("WhatsApp sends the approved template of the kind", async () => {
  const { whatsapp } = senders({ ready: READY });
  await whatsapp?.send(text);
  await whatsapp?.send({ ...text, kind: "refund" });
  expect(created).toMatchObject([
    { ContentSid: READY, ContentVariables: '{"1":"Calabash Market"}' },
    { Body: text.text },
  ]);
  expect(created[0]).not.toHaveProperty("Body");
});

test("a text whose response was lost is found in Twilio's list by its link", async () => {
  const { sms } = senders();
  expect(await sms?.findSent(text)).toBeNull();
  const body = `Sent from your Twilio trial account - ${text.text}`;
  listed = [
    { sid: "SM7", body: "Another text", date_created: "Sun, 01 Mar 2026 12:00:05 +0000" },
    { sid: "SM8", body, date_created: "Sun, 01 Mar 2026 11:00:00 +0000" },
    { sid: "SM9", body, date_created: "Sun, 01 Mar 2026 12:00:00 +0000" },
  ];
  expect(await sms?.findSent(text)).toBe("SM9");
});

test("a wrong number is a rejection, a known STOP is an opt-out, and an outage is neither", async () => {
  const errorOf = async (status: number, code: number) => {
    rejection = { status, code };
    return senders()
      .sms?.send(text)
      .catch((error: unknown) => error);
  };
  const kinds = async (status: number, code: number) => {
    const error = await errorOf(status, code);
    return [isOptOut(error), isRejection(error)];
  };
  expect(await kinds(400, 21610)).toEqual([true, true]);
  expect(await kinds(400, 21211)).toEqual([false, true]);
  expect(await kinds(429, 20429)).toEqual([false, false]);
  expect(await kinds(401, 20003)).toEqual([false, false]);
  expect(await kinds(503, 20503)).toEqual([false, false]);
});
