import { inLocale, localeOf, originIn } from "#server/base/locale.ts";
import type { Called } from "#server/database/shop-data.ts";
import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import { backInStockEmail, backInStockText } from "#server/messages/back-in-stock-message.ts";
import { eachClaimed, type JobContext, sendAndFinalize } from "./job.ts";

type Claimed = Called<"claim_back_in_stock_messages">[number];

/** An unavailable mail server may take 45 seconds to time out; a claim lasts two minutes. */
const CLAIMED_AT_ONCE = 2;

/**
 * Tells customers once that a product is back: by email, or by text if the account has only a phone number.
 * @returns the number of sent messages
 */
export async function sendBackInStock(work: JobContext): Promise<number> {
  if (!work.mailer) return 0;
  return eachClaimed(
    work,
    CLAIMED_AT_ONCE,
    (max_count) => work.data.call("claim_back_in_stock_messages", { max_count }),
    ({ request_id }) => `The stock message ${request_id} was not sent.`,
    (item) =>
      sendAndFinalize(
        () => send(work, item),
        (error) => work.data.call("finalize_back_in_stock_message", { request_id: item.request_id, error }),
      ),
  );
}

async function send({ data, mailer, texts, orderLinks, ...work }: JobContext, item: Claimed): Promise<void> {
  const locale = localeOf(item.language);
  const publicOrigin = originIn(locale, work.publicOrigin);
  const shop = await lastKnownStoreSettings(data);
  const { email, phone } = item;
  if (email !== null && mailer) {
    const token = orderLinks.signForStopping(item.user_id, work.now());
    const stopAddress = `${publicOrigin}/stock-messages#${token}`;
    return mailer.send(inLocale(locale, () => backInStockEmail({ ...item, email }, shop, publicOrigin, stopAddress)));
  }
  if (phone === null || texts === null) throw new Error("No email or SMS can reach the customer.");
  await texts.send(inLocale(locale, () => backInStockText({ ...item, phone }, shop, publicOrigin)));
}
