import { expect, test } from "vitest";
import { BadTextSignatureError, createInboundTextReader, twilioSignature } from "./inbound-texts.ts";

const URL_OF_WEBHOOK = "https://market.example/api/texts/inbound";
const settings = { accountSid: "AC0001", authToken: "12345" };
const read = createInboundTextReader(settings);

function request(fields: Record<string, string>, url = URL_OF_WEBHOOK) {
  const form = new URLSearchParams({ AccountSid: "AC0001", MessageSid: "SM1", From: "+12815550123", ...fields });
  return { body: form.toString(), signature: twilioSignature(url, form, settings.authToken) };
}

function keywordOf(fields: Record<string, string>) {
  const { body, signature } = request(fields);
  return read(URL_OF_WEBHOOK, body, signature);
}

test("the signature matches Twilio's example", () => {
  const form = new URLSearchParams({
    CallSid: "CA1234567890ABCDE",
    From: "+12349013030",
    To: "+18005551212",
    Caller: "+12349013030",
    Digits: "1234",
  });
  expect(twilioSignature("https://mycompany.com/myapp.php?foo=1&bar=2", form, "12345")).toBe(
    "0/KCTR6DLpKmkAf8muzZqo1nDgQ=",
  );
});

test("a request that is unsigned, changed, or signed for another URL or account is rejected", () => {
  const { body, signature } = request({ Body: "STOP" });
  expect(read(URL_OF_WEBHOOK, body, signature)?.keyword).toBe("stop");
  const other = request({ Body: "STOP", AccountSid: "AC0002" });
  for (const [url, sent, signed] of [
    [URL_OF_WEBHOOK, body, undefined],
    [URL_OF_WEBHOOK, body, ""],
    [URL_OF_WEBHOOK, body, `${signature}=`],
    [URL_OF_WEBHOOK, body, signature.toLowerCase()],
    [URL_OF_WEBHOOK, body.replace("STOP", "START"), signature],
    [URL_OF_WEBHOOK, `${body}&Body=START`, signature],
    [URL_OF_WEBHOOK, `${body}&OptOutType=START`, signature],
    [`${URL_OF_WEBHOOK}?x=1`, body, signature],
    ["http://market.example/api/texts/inbound", body, signature],
    [URL_OF_WEBHOOK, other.body, other.signature],
  ] as const) {
    expect(() => read(url, sent, signed)).toThrow(BadTextSignatureError);
  }
  expect(() => createInboundTextReader({ ...settings, authToken: "other" })(URL_OF_WEBHOOK, body, signature)).toThrow(
    BadTextSignatureError,
  );
});

test.each([
  ["STOP", "stop", true],
  [" stop ", "stop", true],
  ["Cancel", "stop", true],
  ["Stop texting me!", "stop", false],
  ["opt out", "stop", false],
  ["START", "start", true],
  ["unstop", "start", true],
  ["help", "help", true],
] as const)("an SMS with %s means %s; Twilio replies itself: %s", (Body, keyword, isAnswered) => {
  expect(keywordOf({ Body })).toEqual({
    messageId: "SM1",
    phone: "+12815550123",
    channel: "sms",
    keyword,
    body: Body.trim(),
    isAnswered,
  });
});

test.each([
  "Please stop",
  "stop please!",
  "STOP SENDING ME THIS",
  "ＳＴＯＰ",
  "don't text me",
  "Do not send me any more texts",
  "no more messages",
  "take me off your list",
  "ARRET",
  "ARRÊT",
  "Arrêtez s'il vous plaît",
  "plus de messages svp",
  "Ne m'envoyez plus de textos",
  "ALTO",
  "PARAR",
  "Pare, por favor",
  "no más mensajes",
  "No me envíen más",
  "darme de baja",
  "Sispann",
  "Tanpri rete",
  "pa voye mesaj ankò",
])("the text “%s” is an opt-out that Twilio does not reply to", (Body) => {
  expect(keywordOf({ Body })).toMatchObject({ keyword: "stop", isAnswered: false });
});

test.each([
  "When do you open?",
  "Cancel my order please",
  "Don't stop",
  "I'll stop by at 5",
  "Stop by?",
  "The end of the yam",
])("the text “%s” is for staff", (Body) => {
  expect(keywordOf({ Body })).toMatchObject({ keyword: "other", body: Body, isAnswered: false });
});

test("a text without words is ignored", () => {
  expect(keywordOf({ Body: " " })).toBeNull();
});

test("on WhatsApp the store replies, unless Twilio reports that it did", () => {
  const From = "whatsapp:+12815550123";
  expect(keywordOf({ Body: "STOP", From })).toMatchObject({
    channel: "whatsapp",
    phone: "+12815550123",
    isAnswered: false,
  });
  expect(keywordOf({ Body: "PARE", From, OptOutType: "STOP" })).toMatchObject({ keyword: "stop", isAnswered: true });
  expect(keywordOf({ Body: "STOP", From: "anonymous" })).toBeNull();
});
