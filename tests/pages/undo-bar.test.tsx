import { act, cleanup, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { UndoBar } from "#app/ui/undo-bar.tsx";

test("the focus of “Undo” goes to the page's content when the bar disappears", async () => {
  const page = (doneAt: number | null) => (
    <main id="content" tabIndex={-1}>
      <UndoBar
        undoable={doneAt === null ? null : { text: "Order 1001 is being packed.", doneAt }}
        onUndo={() => undefined}
        onOver={() => undefined}
      />
    </main>
  );
  const { rerender } = render(page(0));
  act(() => screen.getByRole("button").focus());
  await act(async () => rerender(page(null)));
  expect(document.activeElement).toBe(screen.getByRole("main"));
  cleanup();
});

test("a second status change can be undone for ten seconds of its own", () => {
  vi.useFakeTimers();
  try {
    const handleOver = vi.fn();
    const bar = (text: string, doneAt: number) => (
      <UndoBar undoable={{ text, doneAt }} onUndo={() => undefined} onOver={handleOver} />
    );
    const { rerender } = render(bar("Order 1001 is being packed.", 0));
    act(() => void vi.advanceTimersByTime(6_000));
    expect(screen.getByRole("button").textContent).toBe("Undo 4");
    rerender(bar("Order 1001 is ready for pickup.", 6_000));
    expect(screen.getByRole("button").textContent).toBe("Undo 10");
    act(() => void vi.advanceTimersByTime(9_000));
    expect(handleOver).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(1_000));
    expect(handleOver).toHaveBeenCalledOnce();
  } finally {
    cleanup();
    vi.useRealTimers();
  }
});
