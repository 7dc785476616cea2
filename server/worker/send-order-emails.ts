import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { DEFAULT_LOCALE } from "#app/messages/locales.ts";
import { messageOf } from "#app/values/unknown-value.ts";
import { inLocale, localeOf, originIn } from "#server/base/locale.ts";
import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import type { MailMessage } from "#server/messages/mailer.ts";
import { orderEmail } from "#server/messages/order-emails.ts";
import type { OrderFacts, OutgoingEmail } from "#server/messages/outgoing-email.ts";
import type { JobContext } from "./job.ts";

const CLAIMED_AT_ONCE = 20;
/** An unavailable mail server may take 45 seconds to time out; a claim lasts two minutes. */
const SENDING_MS = 45_000;

/** Sends all due order emails. @returns the number of sent emails */
export async function sendOrderEmails(work: JobContext): Promise<number> {
  const { mailer } = work;
  if (!mailer) return 0;
  let sentCount = 0;
  for (;;) {
    const claimed = await work.data.call("claim_mails", { max_count: CLAIMED_AT_ONCE });
    if (claimed.length === 0) return sentCount;
    const settings = await lastKnownStoreSettings(work.data);
    // Sorted so that, for example, the cancellation email precedes the refund email.
    claimed.sort((one, other) => one.created_at.localeCompare(other.created_at));
    const sentIds: string[] = [];
    const failed: { id: string; error: string }[] = [];
    const unsentIds: string[] = [];
    const until = performance.now() + SENDING_MS;
    for (const mail of claimed) {
      if (performance.now() > until) {
        unsentIds.push(mail.id);
        continue;
      }
      try {
        await mailer.send(writeMail(work, { ...mail, facts: mail.facts as OrderFacts }, settings));
        sentIds.push(mail.id);
      } catch (cause) {
        failed.push({ id: mail.id, error: messageOf(cause) });
        work.logError(new Error(`The email ${mail.id} was not sent.`, { cause }));
      }
    }
    await work.data.call("finalize_mails", { sent_ids: sentIds, failed, unsent_ids: unsentIds });
    sentCount += sentIds.length;
    if (claimed.length < CLAIMED_AT_ONCE || unsentIds.length > 0) return sentCount;
  }
}

function writeMail(work: JobContext, mail: OutgoingEmail, shop: StoreSettings): MailMessage {
  const linkToken =
    mail.kind === "pay_link"
      ? work.orderLinks.signForPaying(mail.order_id, new Date(mail.facts.placed_at))
      : work.orderLinks.sign(mail.order_id, new Date(mail.created_at));
  // Emails to the store are for staff.
  const locale = mail.kind.startsWith("shop_") ? DEFAULT_LOCALE : localeOf(mail.facts.language);
  const publicOrigin = originIn(locale, work.publicOrigin);
  return inLocale(locale, () => orderEmail(mail, { shop, publicOrigin, linkToken }));
}
