import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { DEFAULT_LOCALE } from "#app/messages/locales.ts";
import { messageOf } from "#app/values/unknown-value.ts";
import type { Mailer } from "#server/messages/mailer.ts";
import { orderEmail } from "#server/messages/order-emails.ts";
import type { OrderFacts, OutgoingEmail } from "#server/messages/outgoing-email.ts";
import { inLocale, localeOf, originIn } from "#server/settings/locale.ts";
import { lastKnownStoreSettings } from "#server/settings/store-settings.ts";
import { callDatabase, eachApart, type JobContext } from "./job.ts";

/** An unavailable mail server may take 45 seconds to time out; a claim lasts two minutes. */
const CLAIMED_AT_ONCE = 2;

/**
 * Sends all due order emails.
 * @returns the number of sent emails
 */
export async function sendOrderEmails(work: JobContext): Promise<number> {
  const { mailer } = work;
  if (!mailer) return 0;
  let sentCount = 0;
  for (;;) {
    const claimed = await callDatabase(work, "claim_mails", { max_count: CLAIMED_AT_ONCE });
    if (claimed.length === 0) return sentCount;
    const settings = await lastKnownStoreSettings(work.data);
    // Sorted so that, for example, the cancellation email precedes the refund email.
    claimed.sort((one, other) => one.created_at.localeCompare(other.created_at));
    sentCount += await eachApart(
      work,
      claimed,
      ({ id }) => `The email ${id} was not sent.`,
      (mail) => sendMail(work, mailer, { ...mail, facts: mail.facts as OrderFacts }, settings),
    );
  }
}

async function sendMail(work: JobContext, mailer: Mailer, mail: OutgoingEmail, settings: StoreSettings): Promise<void> {
  try {
    const linkToken =
      mail.kind === "pay_link"
        ? await work.orderLinks.signForPaying(mail.order_id, new Date(mail.facts.placed_at))
        : await work.orderLinks.sign(mail.order_id, new Date(mail.created_at));
    // Emails to the store are for staff.
    const locale = mail.kind.startsWith("shop_") ? DEFAULT_LOCALE : localeOf(mail.facts.language);
    const publicOrigin = originIn(locale, work.publicOrigin);
    await mailer.send(inLocale(locale, () => orderEmail(mail, { shop: settings, publicOrigin, linkToken })));
  } catch (error) {
    await callDatabase(work, "finalize_mail", { mail_id: mail.id, error: messageOf(error) });
    throw error;
  }
  await callDatabase(work, "finalize_mail", { mail_id: mail.id });
}
