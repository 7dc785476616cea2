import { messageOf } from "#app/values/unknown-value.ts";
import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import { invitationEmail } from "#server/messages/invitation-email.ts";
import { eachApart, type JobContext } from "./job.ts";

/** An unavailable mail server may take 45 seconds to time out; a claim lasts two minutes. */
const CLAIMED_AT_ONCE = 2;

/**
 * Sends invitations to new staff.
 * @returns the number of sent emails
 */
export async function sendInvitations(work: JobContext): Promise<number> {
  const { mailer } = work;
  if (!mailer) return 0;
  let sentCount = 0;
  for (;;) {
    const claimed = await work.data.call("claim_invitations", { max_count: CLAIMED_AT_ONCE });
    const shop = await lastKnownStoreSettings(work.data);
    sentCount += await eachApart(
      work,
      claimed,
      ({ id }) => `The email for invitation ${id} was not sent.`,
      async (invitation) => {
        try {
          await mailer.send(invitationEmail(invitation, shop, work.publicOrigin));
        } catch (error) {
          await work.data.call("finalize_invitation", {
            invitation_id: invitation.id,
            error: messageOf(error),
          });
          throw error;
        }
        await work.data.call("finalize_invitation", { invitation_id: invitation.id });
      },
    );
    if (claimed.length < CLAIMED_AT_ONCE) return sentCount;
  }
}
