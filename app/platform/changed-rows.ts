import { t } from "#app/messages/t.ts";

interface WriteAnswer<Row> {
  data: readonly Row[] | null;
  error: { message: string } | null;
}

/**
 * Returns the rows that a write changed. Row-level security hides rows instead of rejecting a write to them, so a write
 * without an error may have changed nothing.
 * @param subject what was to be changed, such as "This zone"
 * @throws Error, with a message for users, when no row was changed
 */
export function changedRows<Row>({ data, error }: WriteAnswer<Row>, subject: string): readonly Row[] {
  if (error) throw new Error(error.message, { cause: error });
  if (!data || data.length === 0) throw new Error(t("{subject} no longer exists. Reload the page.", { subject }));
  return data;
}
