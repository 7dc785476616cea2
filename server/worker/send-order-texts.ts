import { isTextChannel, ORDER_TEXT_KINDS } from "#app/features/order-texts/order-texts.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { messageOf } from "#app/values/unknown-value.ts";
import { inLocale, localeOf, originIn } from "#server/base/locale.ts";
import type { Called } from "#server/database/shop-data.ts";
import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import { isOptOut, isRejection, type OrderText, type OrderTextSender } from "#server/messages/order-text-senders.ts";
import { orderText, templateVariables } from "#server/messages/order-texts.ts";
import { eachClaimed, type JobContext } from "./job.ts";

type Claimed = Called<"claim_texts">[number];

/** Each text may need two requests of ten seconds each; all must end within a claim's two minutes. */
const CLAIMED_AT_ONCE = 4;

/** Sends all due order texts. @returns the number of sent texts */
export async function sendOrderTexts(work: JobContext): Promise<number> {
  if (Object.keys(work.orderTexts).length === 0) return 0;
  return eachClaimed(
    work,
    CLAIMED_AT_ONCE,
    (max_count) => work.data.call("claim_texts", { max_count }),
    ({ text_id }) => `The order text ${text_id} was not sent.`,
    async (text) => sendText(work, text, await lastKnownStoreSettings(work.data)),
  );
}

async function sendText(work: JobContext, claimed: Claimed, settings: StoreSettings): Promise<void> {
  const { text_id, phone } = claimed;
  let carrierId: string | null;
  try {
    const sender = isTextChannel(claimed.channel) ? work.orderTexts[claimed.channel] : undefined;
    if (!sender) throw new Error(`There is no sender for ${claimed.channel}.`);
    const text = inLocale(localeOf(claimed.language), () => textFrom(work, claimed, settings));
    carrierId = await sendOnce(sender, text, claimed.attempts);
  } catch (error) {
    const outcome = isOptOut(error) ? "opted_out" : isRejection(error) ? "rejected" : "failed";
    // The message must not contain the phone number, because alerts and logs outlive the customer's data.
    const withoutPhone = messageOf(error).replaceAll(phone, "the number");
    await work.data.call("finalize_text", { text_id, outcome, error: withoutPhone });
    if (outcome === "opted_out") return;
    throw new Error(withoutPhone);
  }
  await work.data.call("finalize_text", { text_id, outcome: "sent", ...(carrierId ? { carrier_id: carrierId } : {}) });
}

/**
 * Sends a text once. Twilio does not drop duplicates, so after an attempt without a response, its list of messages is
 * searched first.
 */
async function sendOnce(sender: OrderTextSender, text: OrderText, attempts: number): Promise<string | null> {
  const sent = attempts > 1 ? await sender.findSent(text) : null;
  return sent ?? sender.send(text);
}

function textFrom({ orderLinks, publicOrigin }: JobContext, claimed: Claimed, settings: StoreSettings): OrderText {
  const kind = ORDER_TEXT_KINDS.find((each) => each === claimed.kind);
  if (kind === undefined) throw new Error(`There is no text for ${claimed.kind}.`);
  const queuedAt = new Date(claimed.created_at);
  // Browsers do not send the part after "#", so the token reaches no server, log, or other site.
  const link = `${originIn(localeOf(claimed.language), publicOrigin)}/order-link#${orderLinks.signForTexts(claimed.order_id, queuedAt)}`;
  const facts = { kind, orderNumber: claimed.order_number, amount: claimed.amount, isFirst: claimed.is_first, link };
  return {
    id: claimed.text_id,
    kind,
    to: claimed.phone,
    text: orderText(facts, settings),
    link,
    variables: templateVariables(facts, settings),
    queuedAt,
  };
}
