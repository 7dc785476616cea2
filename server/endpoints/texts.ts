import { limitBody } from "@calabash/data-service/http";
import { type Context, Hono } from "hono";
import { currentLocale } from "#app/messages/current-locale.ts";
import { t } from "#app/messages/t.ts";
import { fieldsOf, textIn } from "#app/values/unknown-value.ts";
import { errorText } from "#server/base/error-text.ts";
import { html } from "#server/base/html.ts";
import type { OrderLinks } from "#server/base/order-links.ts";
import { failed } from "#server/base/unavailable.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import { BadTextSignatureError, type InboundText, type ReadInboundText } from "#server/messages/inbound-texts.ts";
import { keywordReply } from "#server/messages/order-texts.ts";
import { rejectLargeBody } from "./caller.ts";

const wrongLink = () => ({ error: t("This link is incomplete or older than 30 days.") });
const STATUS_OF: Readonly<Record<string, 400 | 403 | 404 | 409 | 412 | 429>> = {
  PT400: 400,
  PT403: 403,
  PT404: 404,
  PT409: 409,
  PT412: 412,
  PT429: 429,
};

/**
 * Creates the endpoints of order texts.
 * `POST /texts/inbound` receives texts from phones, as a form signed by Twilio
 * (https://www.twilio.com/docs/messaging/guides/webhook-request). STOP, START, and HELP are recorded once by the text's
 * id. Returns TwiML, with a reply only if Twilio sends none; 403 for a bad signature, 404 without Twilio.
 * The others take `{ token }` of a text's link in the body, which is not logged. `POST /texts` returns `{ order, texts,
 * questions }`: the order from `public.linked_order`, the consent to texts, and open substitution questions. `POST
 * /texts/start` with `channel` and `wordingVersion` records consent, `POST /texts/stop` revokes it, and `POST
 * /texts/answer` with `substitutionId` and `answer` answers a question; these return 204.
 * Errors, as `{ error }`: 404 for a wrong or expired token, and those of the database functions.
 * @param options.publicOrigin origin of the URL that Twilio calls
 */
export function createTextEndpoints(options: {
  data: ShopData;
  links: OrderLinks;
  readInboundText: ReadInboundText | null;
  publicOrigin: string;
}): Hono {
  const { data, links, readInboundText, publicOrigin } = options;
  const app = new Hono();
  app.use("/texts", limitBody({ maxSize: 4096, onError: rejectLargeBody }));
  app.use("/texts/*", limitBody({ maxSize: 16_384, onError: rejectLargeBody }));

  app.post("/texts/inbound", async (c) => {
    if (!readInboundText) return c.json({ error: t("There is no such call.") }, 404);
    const { pathname, search } = new URL(c.req.url);
    let text: InboundText | null;
    try {
      text = readInboundText(
        `${publicOrigin}${pathname}${search}`,
        await c.req.text(),
        c.req.header("x-twilio-signature"),
      );
    } catch (error) {
      if (error instanceof BadTextSignatureError) return c.json({ error: error.message }, 403);
      throw error;
    }
    return c.body(await answer(text), 200, { "content-type": "text/xml; charset=utf-8" });
  });

  app.post("/texts", async (c) => {
    const { orderId } = await readBody(c);
    if (orderId === null) return c.json(wrongLink(), 404);
    const [order, texts, questions] = await Promise.all([
      data.service.rpc("linked_order", { order_id: orderId, language: currentLocale() }),
      data.service.rpc("read_linked_order_texts", { order_id: orderId }).single(),
      data.service.rpc("list_linked_substitution_questions", { order_id: orderId, language: currentLocale() }),
    ]);
    if (order.error?.code === "PT404") return c.json(wrongLink(), 404);
    if (order.error) throw failed(order.error);
    if (texts.error) throw failed(texts.error);
    if (questions.error) throw failed(questions.error);
    return c.json({ order: order.data, texts: texts.data, questions: questions.data });
  });

  app.post("/texts/start", async (c) => {
    const { orderId, body } = await readBody(c);
    if (orderId === null) return c.json(wrongLink(), 404);
    const { wordingVersion } = fieldsOf(body);
    const { error } = await data.service.rpc("set_linked_order_texts", {
      order_id: orderId,
      channel: textIn(body, "channel") ?? "",
      wording_version:
        typeof wordingVersion === "number" && Number.isSafeInteger(wordingVersion) ? wordingVersion % 1e6 : 0,
    });
    return error ? reject(c, error) : c.body(null, 204);
  });

  app.post("/texts/stop", async (c) => {
    const { orderId } = await readBody(c);
    if (orderId === null) return c.json(wrongLink(), 404);
    const { error } = await data.service.rpc("stop_linked_order_texts", { order_id: orderId });
    return error ? reject(c, error) : c.body(null, 204);
  });

  app.post("/texts/answer", async (c) => {
    const { orderId, body } = await readBody(c);
    if (orderId === null) return c.json(wrongLink(), 404);
    const { substitutionId } = fieldsOf(body);
    const { error } = await data.service.rpc("answer_linked_substitution", {
      order_id: orderId,
      substitution_id: typeof substitutionId === "number" && Number.isSafeInteger(substitutionId) ? substitutionId : 0,
      answer: textIn(body, "answer") ?? "",
    });
    return error ? reject(c, error) : c.body(null, 204);
  });

  return app;

  /** Records a keyword. @returns TwiML: https://www.twilio.com/docs/messaging/twiml */
  async function answer(text: InboundText | null): Promise<string> {
    if (!text) return EMPTY_RESPONSE;
    const { messageId, phone, channel, keyword, body } = text;
    const named = { message_id: messageId, phone, channel };
    const recorded =
      keyword === "other"
        ? await data.service.rpc("report_text", { ...named, body })
        : await data.service.rpc("record_text_keyword", { ...named, keyword });
    if (recorded.error) throw failed(recorded.error);
    if (text.isAnswered || !recorded.data) return EMPTY_RESPONSE;
    const shop = await lastKnownStoreSettings(data);
    const reply = keywordReply(keyword === "other" ? "help" : keyword, shop, new URL(publicOrigin).host);
    return String(html`<?xml version="1.0" encoding="UTF-8"?><Response><Message>${reply}</Message></Response>`);
  }

  async function readBody(c: Context): Promise<{ orderId: string | null; body: unknown }> {
    const body: unknown = await c.req.json().catch(() => null);
    const token = textIn(body, "token");
    return { orderId: token === undefined ? null : links.readForTexts(token), body };
  }
}

const EMPTY_RESPONSE = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

/** @throws Error if the database did not reject the call, but failed */
function reject(c: Context, error: { code: string; message: string }): Response {
  const status = STATUS_OF[error.code];
  if (status === undefined) throw failed(error);
  return c.json({ error: errorText(error) }, status);
}
