import { render } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { expect, test } from "vitest";
import { useListedFields } from "#app/ui/use-listed-fields.ts";
import "./dom.ts";

test("a filter form shows a new filter no later than the page does, so typed text is never overwritten", () => {
  const shown: (string | undefined)[] = [];
  function Page({ day }: { day: string }) {
    const form = useListedFields({ day });
    useLayoutEffect(() => {
      shown.push(form.current?.querySelector("input")?.value);
    });
    return (
      <form ref={form}>
        <input name="day" defaultValue={day} />
      </form>
    );
  }
  const { rerender } = render(<Page day="2026-01-01" />);
  rerender(<Page day="2026-01-02" />);
  expect(shown).toEqual(["2026-01-01", "2026-01-02"]);
});
