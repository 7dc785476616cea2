import { t } from "#app/messages/t.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { moneyText } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";

/** Replacement proposed by staff, for the customer to accept or leave out. */
export type SubstitutionQuestion = ReturnType<typeof questionFromRow>;
export type QuestionItem = SubstitutionQuestion["original"];

export type SubstitutionQuestionRow = FunctionRow<"list_linked_substitution_questions">;

export function questionFromRow(row: SubstitutionQuestionRow) {
  const { replacement_name, replacement_quantity, replacement_size_label, replacement_image_url } = row;
  return {
    id: row.substitution_id,
    answer: row.answer === "accepted" || row.answer === "left_out" ? row.answer : null,
    /** Text with size and quantity, such as "2 × Gown, size M". */
    original: { text: itemText(row.quantity, row.name, row.size_label), imageUrl: row.image_url ?? "" },
    /** Null once the item is left out. */
    replacement:
      replacement_name === null
        ? null
        : {
            text: itemText(replacement_quantity ?? 1, replacement_name, replacement_size_label),
            imageUrl: replacement_image_url ?? "",
          },
    /** False once the order is packed. */
    canAnswer: row.can_answer,
    /** Refund to the customer if the replacement stays. */
    refundCents: row.refund_cents,
  };
}

/** Returns the sentence about the price difference; a replacement never costs more. */
export function costText({ refundCents }: Pick<SubstitutionQuestion, "refundCents">): string {
  return refundCents > 0 ? t("{price} goes back to you.", { price: moneyText(refundCents) }) : t("You pay the same.");
}

/** Returns the result of a question that is answered or closed; null while it is open. */
export function resultText({ answer, canAnswer }: Pick<SubstitutionQuestion, "answer" | "canAnswer">): string | null {
  if (answer === "left_out") return t("You left it out. We refund it when your order is packed.");
  if (answer === "accepted") return t("You accepted the replacement.");
  return canAnswer ? null : t("Your order is packed, with the replacement.");
}

function itemText(quantity: number, name: string, size: string | null): string {
  return `${quantity} × ${sizedName(name, size)}`;
}
