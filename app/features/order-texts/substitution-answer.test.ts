import { expect, test } from "vitest";
import { answerFromRow, answerText, questionText, type SubstitutionAnswerRow } from "./substitution-answer.ts";

const row: SubstitutionAnswerRow = {
  substitution_id: 1,
  created_at: "2026-11-26T15:00:00Z",
  answer: "left_out",
  answered_at: "2026-11-26T15:04:00Z",
  replacement_name: "Gown",
  replacement_size_label: "M",
  replacement_quantity: 2,
  substitutions: { quantity: 1, order_items: { product_name: "Dashiki", size_label: "L" } },
};

test("a question names the product and its replacement with sizes and quantities", () => {
  expect(questionText(answerFromRow(row))).toBe("Replace 1 × Dashiki, size L with 2 × Gown, size M?");
  expect(questionText(answerFromRow({ ...row, replacement_name: null }))).toBe("Replace 1 × Dashiki, size L?");
});

test("an answer is shown as given, and a missing one as open only until the order is packed", () => {
  expect(answerText({ answer: "accepted" }, false)).toBe("Accepted by the customer");
  expect(answerText({ answer: "left_out" }, true)).toBe("Left out by the customer");
  expect([true, false].map((canAnswer) => answerText({ answer: null }, canAnswer))).toEqual([
    "No answer yet",
    "Not answered",
  ]);
});
