import type { NoticeKind } from "../service/auth-mail.ts";
import type { ServiceContext } from "../service/service-context.ts";
import { sendAuthMails } from "./one-time-messages.ts";

/** Notifies a user of a change to their account, in case it was someone else. */
export function sendNotice(
  context: ServiceContext,
  kind: NoticeKind,
  { to, newEmail = "" }: { to: string | null; newEmail?: string },
): void {
  if (to) sendAuthMails(context, [{ kind, to, newEmail, link: "", code: "", linkSeconds: 0, codeSeconds: 0 }]);
}
