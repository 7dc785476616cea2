import { t } from "#app/messages/t.ts";
import { moneyText } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";

/** Replacement proposed by staff, for the customer to accept or leave out. */
export interface SubstitutionQuestion {
  id: number;
  answer: "accepted" | "left_out" | null;
  /** False once the order is packed. */
  canAnswer: boolean;
  original: QuestionItem;
  /** Null once the item is left out. */
  replacement: QuestionItem | null;
  /** Refund to the customer if the replacement stays. */
  refundCents: number;
}

export interface QuestionItem {
  /** Text with size and quantity, such as "2 × Gown, size M". */
  text: string;
  imageUrl: string;
}

/** Row of `public.list_linked_substitution_questions`. */
export interface SubstitutionQuestionRow {
  substitution_id: number;
  answer: string | null;
  can_answer: boolean;
  quantity: number;
  name: string;
  size_label: string | null;
  image_url: string;
  replacement_quantity: number | null;
  replacement_name: string | null;
  replacement_size_label: string | null;
  replacement_image_url: string | null;
  refund_cents: number;
}

export function questionFromRow(row: SubstitutionQuestionRow): SubstitutionQuestion {
  return {
    id: row.substitution_id,
    answer: row.answer === "accepted" || row.answer === "left_out" ? row.answer : null,
    canAnswer: row.can_answer,
    original: { text: itemText(row.quantity, row.name, row.size_label), imageUrl: row.image_url },
    replacement:
      row.replacement_name === null
        ? null
        : {
            text: itemText(row.replacement_quantity ?? 1, row.replacement_name, row.replacement_size_label),
            imageUrl: row.replacement_image_url ?? "",
          },
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
