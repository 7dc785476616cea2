import { t } from "#app/messages/t.ts";

/** Result of a command; the message comes from the database. */
export type CommandResult = { kind: "done" } | { kind: "rejected"; message: string };

export function commandResult({ error }: { error: { code: string; message: string } | null }): CommandResult {
  return error ? { kind: "rejected", message: rejectionText(error) } : { kind: "done" };
}

/**
 * Returns the message of an error from our own database functions (PT404, PT409, 22023), which is written for users;
 * for other errors, a general one.
 */
export function rejectionText(error: { code: string; message: string }): string {
  if (/^PT4|^22023$/.test(error.code)) return error.message;
  console.error(error);
  return t("We couldn't reach the store. Try again.");
}
