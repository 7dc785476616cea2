import { t } from "#app/messages/t.ts";
import { getBrowserData } from "./browser-data.ts";
import type { Database } from "./database-rows.ts";

type WriteError = { code: string; message: string };

/**
 * @param messages by the code of the database's error; for other codes, the error's own message
 * @throws Error with a message for users, if a write failed
 */
export function checkWrite({ error }: { error: WriteError | null }, messages: Record<string, string> = {}): void {
  if (error) throw new Error(messages[error.code] ?? error.message, { cause: error });
}

/**
 * Returns the rows that a write changed. Row-level security hides rows instead of rejecting a write to them, so a write
 * without an error may have changed nothing.
 * @param subject what was to be changed, such as "This zone"
 * @throws like {@link checkWrite}, and when no row was changed
 */
export function changedRows<Row>(
  answer: { data: readonly Row[] | null; error: WriteError | null },
  subject: string,
  messages?: Record<string, string>,
): readonly Row[] {
  checkWrite(answer, messages);
  if (!answer.data?.length) throw new Error(t("{subject} no longer exists. Reload the page.", { subject }));
  return answer.data;
}

/** Deletes the row with this id, which the current user may delete. @throws like {@link changedRows} */
export async function deleteRow(
  table: keyof Database["public"]["Tables"],
  id: number | string,
  subject: string,
): Promise<void> {
  // All tables with an id are alike here.
  const rows = getBrowserData().rest.from(table as "delivery_zones");
  changedRows(
    await rows
      .delete()
      .eq("id", id as number)
      .select("id"),
    subject,
  );
}
