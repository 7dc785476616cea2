import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { showToast, ToastViewport } from "#app/ui/toast.tsx";
import "./dom.ts";

test("skipping the header focuses the content and keeps the token in the URL", () => {
  render(
    <>
      <SkipLink />
      <main id="content" tabIndex={-1} />
    </>,
  );
  // True if nobody prevents the browser from following the link.
  expect(fireEvent.click(screen.getByRole("link"))).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole("main"));
  cleanup();
});

test("closing a message by keyboard returns the focus to where it was before", () => {
  const handleUndo = vi.fn();
  render(
    <MemoryRouter>
      <main id="content" tabIndex={-1}>
        <button type="button">Remove</button>
      </main>
      <ToastViewport />
    </MemoryRouter>,
  );
  const opener = screen.getByRole("button", { name: "Remove" });
  for (const name of ["Close message", "Undo"]) {
    act(() => void showToast({ kind: "success", text: "Removed", action: { label: "Undo", onPress: handleUndo } }));
    act(() => opener.focus());
    act(() => screen.getByRole("button", { name }).focus());
    fireEvent.click(screen.getByRole("button", { name }));
    expect(screen.queryByText("Removed")).toBeNull();
    expect(document.activeElement).toBe(opener);
  }
  expect(handleUndo).toHaveBeenCalledOnce();
  cleanup();
});
