import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { sizedName } from "#app/values/sized-name.ts";

/** Substitution question with the customer's answer, for staff. */
export type SubstitutionAnswer = ReturnType<typeof answerFromRow>;

const COLUMNS =
  "substitution_id, created_at, answer, answered_at, replacement_name, replacement_size_label, replacement_quantity, substitutions(quantity, order_items(product_name, size_label))";

export type SubstitutionAnswerRow = SelectedRow<"substitution_questions", typeof COLUMNS>;

export function answerFromRow(row: SubstitutionAnswerRow) {
  const { quantity, order_items: item } = row.substitutions;
  return {
    id: row.substitution_id,
    /** Quantity and name of the ordered item, such as "1 × Puna Yam". */
    original: `${quantity} × ${sizedName(item.product_name, item.size_label)}`,
    /** Null if its product was deleted. */
    replacement:
      row.replacement_name === null
        ? null
        : `${row.replacement_quantity ?? 1} × ${sizedName(row.replacement_name, row.replacement_size_label)}`,
    createdAt: row.created_at,
    answer: row.answer === "accepted" || row.answer === "left_out" ? row.answer : null,
    answeredAt: row.answered_at,
  };
}

/** Returns "Replace 1 × Puna Yam with 1 × Sweet Potato?". */
export function questionText({ original, replacement }: Pick<SubstitutionAnswer, "original" | "replacement">): string {
  return replacement === null
    ? t("Replace {original}?", { original })
    : t("Replace {original} with {replacement}?", { original, replacement });
}

/** @param canAnswer false once the order is packed */
export function answerText({ answer }: Pick<SubstitutionAnswer, "answer">, canAnswer: boolean): string {
  if (answer === "accepted") return t("Accepted by the customer");
  if (answer === "left_out") return t("Left out by the customer");
  return canAnswer ? t("No answer yet") : t("Not answered");
}

/** Returns an order's substitution questions, oldest first, for staff. */
export async function listSubstitutionAnswers(data: BrowserData, orderId: string): Promise<SubstitutionAnswer[]> {
  const rows = await readRows(["substitution-answers", orderId], () =>
    data.rest.from("substitution_questions").select(COLUMNS).eq("order_id", orderId).order("substitution_id"),
  );
  return rows.map(answerFromRow);
}
