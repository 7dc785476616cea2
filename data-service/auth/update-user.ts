import type { JSONValue, Sql } from "../database/connect.ts";
import { AuthError } from "./auth-error.ts";
import { voidOneTimeTokens } from "./one-time-tokens.ts";
import { checkPasswordRules, hashPassword, passwordMatches } from "./passwords.ts";
import { isObject, optionalText } from "./request-body.ts";
import { endSessions } from "./sessions.ts";
import type { SignedIn } from "./signed-in.ts";
import type { UserRow } from "./users.ts";

/**
 * `PUT /user`: a new password, which signs the person out everywhere else, and metadata, merged by name; null
 * takes a name out.
 * @throws AuthError 422 weak_password, same_password; 403 not_admin; 400 for what cannot be changed here
 */
export async function updateUser(
  sql: Sql,
  { user, sessionId }: SignedIn,
  body: Record<string, unknown>,
): Promise<UserRow> {
  refuseTheRest(user, body);
  const metadata = body["data"] ?? {};
  if (!isObject(metadata)) throw new AuthError(400, "validation_failed", "data must be an object");
  const password = optionalText(body, "password");
  const encryptedPassword = password === "" ? null : await encryptNewPassword(user, password);
  return sql.begin(async (transaction) => {
    if (encryptedPassword !== null) {
      await transaction`update auth.users set encrypted_password = ${encryptedPassword} where id = ${user.id}`;
      await voidOneTimeTokens(transaction, user.id);
      await endSessions(transaction, "others", user.id, sessionId);
    }
    const removed = Object.keys(metadata).filter((name) => metadata[name] === null);
    const [updated] = await transaction<UserRow[]>`
      update auth.users set
        raw_user_meta_data =
          (raw_user_meta_data || ${transaction.json(metadata as JSONValue)}::jsonb) - ${removed}::text[],
        updated_at = now()
      where id = ${user.id}
      returning *`;
    return updated ?? user;
  });
}

async function encryptNewPassword(user: UserRow, password: string): Promise<string> {
  checkPasswordRules(password);
  if (user.encrypted_password && (await passwordMatches(password, user.encrypted_password))) {
    throw new AuthError(422, "same_password", "New password should be different from the old password.");
  }
  return hashPassword(password);
}

function refuseTheRest(user: UserRow, body: Record<string, unknown>): void {
  if (body["app_metadata"] != null) {
    throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
  }
  const email = optionalText(body, "email").trim().toLowerCase();
  if (email !== "" && email !== user.email) {
    throw new AuthError(400, "validation_failed", "Changing the email address is not supported");
  }
  const phone = optionalText(body, "phone");
  if (phone !== "" && phone !== user.phone) {
    throw new AuthError(400, "validation_failed", "Changing the phone number is not supported");
  }
}
