import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { answerFromRow, type SubstitutionAnswer } from "./substitution-answer.ts";

const COLUMNS =
  "substitution_id, created_at, answer, answered_at, replacement_name, replacement_size_label, replacement_quantity, substitutions(quantity, order_items(product_name, size_label))";

/** Returns an order's substitution questions, oldest first, for staff. */
export async function listSubstitutionAnswers(data: BrowserData, orderId: string): Promise<SubstitutionAnswer[]> {
  const rows = await readWithRetries(["substitution-answers", orderId], async () =>
    rowsOf(
      await data.rest.from("substitution_questions").select(COLUMNS).eq("order_id", orderId).order("substitution_id"),
    ),
  );
  return (rows ?? []).map(answerFromRow);
}
