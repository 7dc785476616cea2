import { render } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { expect, test } from "vitest";
import { useListedFields } from "#app/ui/use-listed-fields.ts";
import "./dom.ts";

function FilterPage({ day, onShown }: { day: string; onShown: (value: string | undefined) => void }) {
  const form = useListedFields({ day });
  useLayoutEffect(() => onShown(form.current?.querySelector("input")?.value));
  return (
    <form ref={form}>
      <input name="day" defaultValue={day} />
    </form>
  );
}

test("a filter form shows a new filter no later than the page does, so typed text is never overwritten", () => {
  const shown: (string | undefined)[] = [];
  const onShown = (value: string | undefined) => void shown.push(value);
  const { rerender } = render(<FilterPage day="2026-01-01" onShown={onShown} />);
  rerender(<FilterPage day="2026-01-02" onShown={onShown} />);
  expect(shown).toEqual(["2026-01-01", "2026-01-02"]);
});
