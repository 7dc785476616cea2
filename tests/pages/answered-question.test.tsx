import { cleanup, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { AnsweredQuestion } from "#app/ui/answered-question.tsx";
import "./dom.ts";

test("a closed question opens again for a later message, and only the user closes it", () => {
  const question = (hasMessage: boolean) => (
    <AnsweredQuestion answer="Saturday, 2 to 4 PM" isOpen={hasMessage}>
      Choose another time.
    </AnsweredQuestion>
  );
  const { rerender } = render(question(true));
  const details = screen.getByRole("group") as HTMLDetailsElement;
  expect(details.open).toBe(true);
  rerender(question(false));
  expect(details.open).toBe(true);
  details.open = false;
  rerender(question(false));
  expect(details.open).toBe(false);
  rerender(question(true));
  expect(details.open).toBe(true);
  cleanup();
});
