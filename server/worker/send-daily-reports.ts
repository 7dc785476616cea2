import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import { dailyReportEmail } from "#server/messages/daily-report-email.ts";
import { eachApart, type JobContext, sendAndFinalize } from "./job.ts";

/** An unavailable mail server may take 45 seconds to time out; a claim lasts two minutes. */
const CLAIMED_AT_ONCE = 2;

/** Sends yesterday's report to its subscribers. @returns the number of sent emails */
export async function sendDailyReports(work: JobContext): Promise<number> {
  const { mailer } = work;
  if (!mailer) return 0;
  let sentCount = 0;
  for (;;) {
    const claimed = await work.data.call("claim_daily_report_mails", { max_count: CLAIMED_AT_ONCE });
    const [first] = claimed;
    if (!first) return sentCount;
    const shop = await lastKnownStoreSettings(work.data);
    const days = { first_day: first.day, last_day: first.day };
    const sheet = await work.data.call("daily_report", days);
    sentCount += await eachApart(
      work,
      claimed,
      ({ day, user_id: reader }) => `The daily report of ${day} was not sent to ${reader}.`,
      ({ day, user_id, email }) =>
        sendAndFinalize(
          () => mailer.send(dailyReportEmail({ day, sheet, reader: { id: user_id, email } }, shop, work.publicOrigin)),
          (error) => work.data.call("finalize_daily_report_mail", { day, user_id, error }),
        ),
    );
  }
}
