/** Result of a command; the message comes from the database. */
export type CommandResult = { kind: "done" } | { kind: "refused"; message: string };

/** Messages of our own database functions (PT404, PT409, 22023) are written for people; others are not. */
export function commandResult({ error }: { error: { code: string; message: string } | null }): CommandResult {
  if (!error) return { kind: "done" };
  if (/^PT4|^22023$/.test(error.code)) return { kind: "refused", message: error.message };
  console.error(error);
  return { kind: "refused", message: "The shop could not be reached or did not answer. Please try again." };
}
