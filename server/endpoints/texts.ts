import { limitBody } from "@calabash/data-service/http";
import { type Context, Hono } from "hono";
import { currentLocale } from "#app/messages/current-locale.ts";
import { t } from "#app/messages/t.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import { html } from "#server/base/html.ts";
import type { OrderLinks } from "#server/base/order-links.ts";
import { failed } from "#server/base/unavailable.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import { BadTextSignatureError, type InboundText, type ReadInboundText } from "#server/messages/inbound-texts.ts";
import { keywordReply } from "#server/messages/order-texts.ts";
import { limitSmallBody, linkedDataOf, rejectLargeBody, requireLink } from "./caller.ts";

const wrongLink = () => ({ error: t("This link is incomplete or older than 30 days.") });

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
  app.use("/texts", limitSmallBody);
  app.use("/texts/*", limitBody(16_384, rejectLargeBody));

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
    const orderId = await readOrder(c);
    const [order, texts, questions] = await Promise.all([
      data.service.rpc("linked_order", { order_id: orderId, language: currentLocale() }),
      data.service.rpc("read_linked_order_texts", { order_id: orderId }).single().throwOnError(),
      data.service
        .rpc("list_linked_substitution_questions", { order_id: orderId, language: currentLocale() })
        .throwOnError(),
    ]);
    return c.json({ order: linkedDataOf(order, wrongLink()), texts: texts.data, questions: questions.data });
  });

  app.post("/texts/start", async (c) => {
    const orderId = await readOrder(c);
    const { channel, wordingVersion } = fieldsOf(await c.req.json());
    const given = {
      order_id: orderId,
      channel: typeof channel === "string" ? channel : "",
      wording_version:
        typeof wordingVersion === "number" && Number.isSafeInteger(wordingVersion) ? wordingVersion % 1e6 : 0,
    };
    await data.service.rpc("set_linked_order_texts", given).throwOnError();
    return c.body(null, 204);
  });

  app.post("/texts/stop", async (c) => {
    const orderId = await readOrder(c);
    await data.service.rpc("stop_linked_order_texts", { order_id: orderId }).throwOnError();
    return c.body(null, 204);
  });

  app.post("/texts/answer", async (c) => {
    const orderId = await readOrder(c);
    const { substitutionId, answer } = fieldsOf(await c.req.json());
    const given = {
      order_id: orderId,
      substitution_id: typeof substitutionId === "number" && Number.isSafeInteger(substitutionId) ? substitutionId : 0,
      answer: typeof answer === "string" ? answer : "",
    };
    await data.service.rpc("answer_linked_substitution", given).throwOnError();
    return c.body(null, 204);
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

  function readOrder(c: Context): Promise<string> {
    return requireLink(c, links.readForTexts, wrongLink());
  }
}

const EMPTY_RESPONSE = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';
