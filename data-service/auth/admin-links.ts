import type { Hono } from "hono";
import type { TransactionSql } from "../database/connect.ts";
import { AuthError, validationFailed } from "./auth-error.ts";
import { addressExists, startEmailChange } from "./email-change.ts";
import type { AuthMail } from "./mail.ts";
import { type ProofMailKind, prepareMails, sendMails } from "./one-time-messages.ts";
import { checkPasswordRules, hashPassword } from "./passwords.ts";
import { isObject, optionalText, parseBody } from "./request-body.ts";
import type { Asked, ServiceContext } from "./service-context.ts";
import { requireServiceRole } from "./signed-in.ts";
import { addUser, describeUser, findUserByEmail, findUserById, parseEmail, type UserRow } from "./users.ts";

/** What each `type` of a link is made as, and the `type` that it is verified with. */
const LINKS: Record<string, { kind: ProofMailKind; verificationType: string }> = {
  signup: { kind: "confirmation", verificationType: "signup" },
  invite: { kind: "invite", verificationType: "invite" },
  magiclink: { kind: "magic_link", verificationType: "magiclink" },
  recovery: { kind: "recovery", verificationType: "recovery" },
  email_change_current: { kind: "email_change_current", verificationType: "email_change" },
  email_change_new: { kind: "email_change_new", verificationType: "email_change" },
};

/** `/invite` and `/admin/generate_link`, for the service role alone. */
export function addAdminLinkRoutes(app: Hono, context: ServiceContext): void {
  const { sql, tokens, redirectTarget, visitorOf } = context;
  const readAsked = async (c: Parameters<typeof visitorOf>[0]): Promise<Asked> => {
    await requireServiceRole(c, tokens);
    return { body: await parseBody(c), redirectTo: redirectTarget(c), visitor: visitorOf(c) };
  };

  app.post("/invite", async (c) => {
    const { body, redirectTo } = await readAsked(c);
    if (!context.sendMail)
      throw new AuthError(422, "email_provider_disabled", "This service cannot send emails");
    const { user, mail } = await makeLink(context, "invite", { body, redirectTo });
    sendMails(context, [mail]);
    return c.json(await describeUser(sql, user));
  });

  app.post("/admin/generate_link", async (c) => {
    const { body, redirectTo } = await readAsked(c);
    const type = optionalText(body, "type");
    const { user, mail, verificationType } = await makeLink(context, type, { body, redirectTo });
    return c.json({
      ...(await describeUser(sql, user)),
      action_link: mail.link,
      email_otp: mail.code,
      hashed_token: new URL(mail.link).searchParams.get("token"),
      verification_type: verificationType,
      redirect_to: redirectTo,
    });
  });
}

/** @throws AuthError 400 validation_failed, 404 user_not_found, 422 email_exists, weak_password */
async function makeLink(
  context: ServiceContext,
  type: string,
  { body, redirectTo }: { body: Record<string, unknown>; redirectTo: string },
): Promise<{ user: UserRow; mail: AuthMail; verificationType: string }> {
  const email = parseEmail(body["email"]);
  const link = Object.hasOwn(LINKS, type) ? LINKS[type] : undefined;
  if (!link) throw validationFailed(`Invalid email action link type requested: ${type}`);
  const { kind, verificationType } = link;
  const password = optionalText(body, "password");
  if (kind === "confirmation") {
    if (password === "") throw validationFailed("Signup requires a valid password");
    await checkPasswordRules(password, context.settings);
  }
  const encryptedPassword = kind === "confirmation" ? await hashPassword(password) : null;
  const newEmail = kind.startsWith("email_change") ? parseEmail(body["new_email"]) : "";
  const given = isObject(body["data"]) ? body["data"] : {};
  return context.sql.begin(async (sql) => {
    const user = await findOrAdd(sql, { kind, email, encryptedPassword, given });
    if (newEmail === "") {
      const [mail] = await prepareMails(sql, context, { user, kinds: [kind], redirectTo, challenge: null });
      return finish(sql, user.id, mail);
    }
    if (await findUserByEmail(sql, newEmail)) throw addressExists("email");
    const asked = { user, redirectTo, challenge: null };
    // Both links of one change are made one after the other, and the second call leaves the first link be.
    if (user.email_change !== newEmail) await startEmailChange(sql, context, { ...asked, email: newEmail });
    const changing = { ...user, email_change: newEmail };
    const [mail] = await prepareMails(sql, context, { ...asked, user: changing, kinds: [kind] });
    return finish(sql, user.id, mail);
  });

  async function finish(sql: TransactionSql, userId: string, mail: AuthMail | undefined) {
    const user = await findUserById(sql, userId);
    if (!user || !mail) throw new AuthError(404, "user_not_found", "User with this email not found");
    return { user, mail, verificationType };
  }
}

async function findOrAdd(
  sql: TransactionSql,
  asked: {
    kind: ProofMailKind;
    email: string;
    encryptedPassword: string | null;
    given: Record<string, unknown>;
  },
): Promise<UserRow> {
  const { kind, email, encryptedPassword, given } = asked;
  const known = await findUserByEmail(sql, email);
  const isForNewPeople = kind === "confirmation" || kind === "invite";
  if (known && isForNewPeople && known.email_confirmed_at) throw addressExists("email");
  if (known) return known;
  if (!isForNewPeople && kind !== "magic_link") {
    throw new AuthError(404, "user_not_found", "User with this email not found");
  }
  const added = await addUser(sql, {
    email,
    phone: null,
    encryptedPassword,
    isEmailConfirmed: false,
    isPhoneConfirmed: false,
    metadata: given,
  });
  if (!added) throw addressExists("email");
  return added;
}
