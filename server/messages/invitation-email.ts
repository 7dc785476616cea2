import { frameEmail, type Sender, say } from "./email-frame.ts";
import type { MailMessage } from "./mailer.ts";

/** Row of `staff_invitations`. */
export interface Invitation {
  id: string;
  email: string;
  role: "manager" | "packer";
  invited_at: string;
}

const WORK: Record<Invitation["role"], string> = {
  manager: "as a manager: you keep the catalogue and the orders",
  packer: "as a packer: you pack the orders",
};

/**
 * Creates the invitation email. Its link grants nothing by itself: the invited person signs in with this address.
 * @param publicOrigin without a trailing slash
 */
export function invitationEmail(invitation: Invitation, shop: Sender, publicOrigin: string): MailMessage {
  const { id, email, role, invited_at: invitedAt } = invitation;
  const title = `Work with us at ${shop.name}`;
  return {
    to: email,
    subject: title,
    // The same mail after a lost answer is recognisable; a new invitation is another one.
    messageId: `<${id}.${new Date(invitedAt).getTime()}@${new URL(publicOrigin).hostname}>`,
    ...frameEmail(shop, title, [
      say("Hello,"),
      say(`${shop.name} invites you to work with us ${WORK[role]}.`),
      say(`Log in, or sign up, with this e-mail address: ${email}. The invitation is good for seven days.`),
      { kind: "link", text: "Accept the invitation", address: `${publicOrigin}/join` },
      say("If you know nothing of it, do nothing."),
    ]),
  };
}
