import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import { frameEmail, paragraph, type Sender } from "../messages/email-frame.ts";
import type { MailMessage } from "../messages/mailer.ts";
import { eachClaimed, type JobContext, sendAndFinalize } from "./job.ts";

/** Row of `staff_invitations`. */
interface Invitation {
  id: string;
  email: string;
  role: "manager" | "packer" | "driver";
  invited_at: string;
}

const WORK: Record<Invitation["role"], string> = {
  manager: "as a manager: you manage the catalog and orders",
  packer: "as a packer: you pack orders",
  driver: "as a driver: you deliver orders",
};

/**
 * Creates the invitation email. Its link alone grants nothing: the invited person must log in with this address.
 * @param publicOrigin without a trailing slash
 */
function invitationEmail(invitation: Invitation, shop: Sender, publicOrigin: string): MailMessage {
  const { id, email, role, invited_at: invitedAt } = invitation;
  const title = `Join our team at ${shop.name}`;
  return {
    to: email,
    subject: title,
    // Lets the mail server drop duplicates when a retry follows a lost response; a new invitation has a different id.
    messageId: `<${id}.${new Date(invitedAt).getTime()}@${new URL(publicOrigin).hostname}>`,
    ...frameEmail(shop, title, [
      paragraph("Hello,"),
      paragraph(`${shop.name} invites you to join our team ${WORK[role]}.`),
      paragraph(`Log in or sign up with this email address: ${email}. The invitation is valid for seven days.`),
      { kind: "button", text: "Accept invitation", address: `${publicOrigin}/join` },
      paragraph("If you don't expect this invitation, ignore this email."),
    ]),
  };
}

/** An unavailable mail server may take 45 seconds to time out; a claim lasts two minutes. */
const CLAIMED_AT_ONCE = 2;

/** Sends invitations to new staff. @returns the number of sent emails */
export async function sendInvitations(work: JobContext): Promise<number> {
  const { mailer } = work;
  if (!mailer) return 0;
  return eachClaimed(
    work,
    CLAIMED_AT_ONCE,
    (max_count) => work.data.call("claim_invitations", { max_count }),
    ({ id }) => `The email for invitation ${id} was not sent.`,
    async (invitation) => {
      const shop = await lastKnownStoreSettings(work.data);
      await sendAndFinalize(
        () => mailer.send(invitationEmail(invitation, shop, work.publicOrigin)),
        (error) => work.data.call("finalize_invitation", { invitation_id: invitation.id, error }),
      );
    },
  );
}
