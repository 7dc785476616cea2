import { expect, test } from "vitest";
import { costText, questionFromRow, resultText, type SubstitutionQuestionRow } from "./substitution-question.ts";

const row: SubstitutionQuestionRow = {
  substitution_id: 7,
  answer: null,
  can_answer: true,
  quantity: 2,
  name: "Gown",
  size_label: "M",
  image_url: "/gown.webp",
  replacement_quantity: 1,
  replacement_name: "Kaftan",
  replacement_size_label: null,
  replacement_image_url: "/kaftan.webp",
  refund_cents: 250,
};

test("a question names both items with quantity and size", () => {
  expect(questionFromRow(row)).toEqual({
    id: 7,
    answer: null,
    canAnswer: true,
    original: { text: "2 × Gown, size M", imageUrl: "/gown.webp" },
    replacement: { text: "1 × Kaftan", imageUrl: "/kaftan.webp" },
    refundCents: 250,
  });
  expect(questionFromRow({ ...row, replacement_name: null, answer: "left_out" })).toMatchObject({
    replacement: null,
    answer: "left_out",
  });
});

test("a replacement never costs more", () => {
  expect(costText({ refundCents: 250 })).toBe("$2.50 goes back to you.");
  expect(costText({ refundCents: 0 })).toBe("You pay the same.");
});

test("only a closed question has a result text", () => {
  expect(resultText({ answer: null, canAnswer: true })).toBeNull();
  expect(resultText({ answer: "accepted", canAnswer: true })).toContain("accepted");
  expect(resultText({ answer: "left_out", canAnswer: false })).toContain("left it out");
  expect(resultText({ answer: null, canAnswer: false })).toContain("packed");
});
