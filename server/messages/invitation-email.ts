import { frameEmail, type Sender, say } from "./email-frame.ts";
import type { MailMessage } from "./mailer.ts";

/** Row of `staff_invitations`. */
export interface Invitation {
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
export function invitationEmail(invitation: Invitation, shop: Sender, publicOrigin: string): MailMessage {
  const { id, email, role, invited_at: invitedAt } = invitation;
  const title = `Join our team at ${shop.name}`;
  return {
    to: email,
    subject: title,
    // Lets the mail server drop duplicates when a retry follows a lost response; a new invitation has a different id.
    messageId: `<${id}.${new Date(invitedAt).getTime()}@${new URL(publicOrigin).hostname}>`,
    ...frameEmail(shop, title, [
      say("Hello,"),
      say(`${shop.name} invites you to join our team ${WORK[role]}.`),
      say(`Log in or sign up with this email address: ${email}. The invitation is valid for seven days.`),
      { kind: "link", text: "Accept invitation", address: `${publicOrigin}/join` },
      say("If you don't expect this invitation, ignore this email."),
    ]),
  };
}
