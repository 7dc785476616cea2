import { t } from "#app/messages/t.ts";
import { type Conflict, isSameJson, mergeChanges } from "#app/values/merge-changes.ts";
import type { ShownConflict } from "./conflict-dialog.tsx";

/** Label of a field, with the text of its value if that is not the value itself. */
export type FieldLabel = string | { label: string; show: (value: never) => string };

/** Labels of the fields of a form, by column; a function if the fields are nested. */
export type FieldLabels<Value> =
  | { readonly [Field in keyof Value]-?: FieldLabel }
  | ((path: readonly string[]) => FieldLabel);

/** Result of a write: a database error, or the current values (null for a deleted row) if others are saved now. */
type WriteResult<Value, Failure> = { error: Failure | null; current?: Value | null };

/** The user returned to the form instead of choosing. Its message is for users. */
export class NotSavedError extends Error {}

/**
 * Saves a form over exactly the values that it had read. What others changed in the meantime stays; where both changed
 * the same field, the user sees both values and chooses.
 * @param before values when the form was opened
 * @param mine values of the form
 * @param subject what is saved, such as "This zone"
 * @param write writes the changes if the expected values are still saved
 * @returns the database error, or the values that are saved now
 * @throws NotSavedError if the user returns to the form; Error with a message for users if the row was deleted
 */
export async function saveMerged<Value extends object, Failure>(form: {
  before: Value;
  mine: Value;
  subject: string;
  labels: FieldLabels<Value>;
  write: (mine: Value, expected: Value) => Promise<WriteResult<Value, Failure>>;
}): Promise<{ error: Failure | null; saved: Value }> {
  let { before, mine } = form;
  while (!isSameJson(before, mine)) {
    const result = await form.write(mine, before);
    if (result.error !== null) return { error: result.error, saved: before };
    if (result.current === undefined) break;
    if (result.current === null)
      throw new Error(t("{subject} no longer exists. Reload the page.", { subject: form.subject }));
    if (isSameJson(result.current, before)) throw new Error(t("We couldn't save this. Reload the page."));
    mine = await mergeByUser(before, mine, result.current, form.labels);
    before = result.current;
  }
  return { error: null, saved: mine };
}

async function mergeByUser<Value extends object>(
  before: Value,
  mine: Value,
  theirs: Value,
  labels: FieldLabels<Value>,
): Promise<Value> {
  const conflicts: Conflict[] = [];
  const merged = mergeChanges(before, mine, theirs, (conflict) => {
    conflicts.push(conflict);
    return conflict.mine;
  });
  if (conflicts.length === 0) return merged;
  const { askWhichToKeep } = await import("./conflict-dialog.tsx");
  const choices = await askWhichToKeep(conflicts.map((conflict) => shownConflict(conflict, labels)));
  if (choices === null) throw new NotSavedError(t("Not saved. Someone else changed the same in the meantime."));
  const chosen = choices.values();
  return mergeChanges(before, mine, theirs, (conflict) =>
    chosen.next().value === "theirs" ? conflict.theirs : conflict.mine,
  );
}

function shownConflict<Value>({ path, mine, theirs }: Conflict, labels: FieldLabels<Value>): ShownConflict {
  const field = typeof labels === "function" ? labels(path) : labels[path[0] as keyof Value];
  const name = path.join(".");
  if (typeof field === "string") return { name, label: field, mine: valueText(mine), theirs: valueText(theirs) };
  const show = (value: unknown) => (value === null ? valueText(null) : field.show(value as never));
  return { name, label: field.label, mine: show(mine), theirs: show(theirs) };
}

/** Returns a value as staff read it: one line per entry of a list. */
function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
    return t("Empty");
  if (typeof value === "boolean") return value ? t("Yes") : t("No");
  if (Array.isArray(value)) return value.map(valueText).join("\n");
  if (typeof value !== "object") return String(value);
  const parts = Object.entries(value).filter(([name, part]) => name !== "id" && part !== null && part !== "");
  return parts.map(([, part]) => valueText(part)).join(" · ");
}
