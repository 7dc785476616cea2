import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter, MemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { focusNextStep, NEXT_STEP_ID } from "#app/features/orders/next-step.ts";
import { SizeFields } from "#app/features/products/size-fields.tsx";
import { SmallButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FailedRead } from "#app/ui/failed-read.tsx";
import { Options, SelectField } from "#app/ui/field.tsx";
import { focusOnce } from "#app/ui/focus-if-lost.ts";
import { passFocusOn } from "#app/ui/pass-focus-on.ts";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { showToast, ToastViewport } from "#app/ui/toast.tsx";
import "./dom.ts";

/** Focuses and presses the button. Returns the element that has the focus then. */
async function press(name: string): Promise<Element | null> {
  const button = screen.getByRole("button", { name });
  act(() => button.focus());
  await act(async () => void fireEvent.click(button));
  return document.activeElement;
}

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
        <h1>Cart</h1>
        <button type="button">Remove</button>
      </main>
      <ToastViewport />
    </MemoryRouter>,
  );
  // The heading got the focus from the page's opening.
  for (const [name, opener] of [
    ["Close message", screen.getByRole("button", { name: "Remove" })],
    ["Undo", screen.getByRole("heading")],
  ] as const) {
    act(() => void showToast({ kind: "success", text: "Removed", action: { label: "Undo", onPress: handleUndo } }));
    act(() => focusOnce(opener));
    act(() => screen.getByRole("button", { name }).focus());
    fireEvent.click(screen.getByRole("button", { name }));
    expect(screen.queryByText("Removed")).toBeNull();
    expect(document.activeElement).toBe(opener);
  }
  expect(handleUndo).toHaveBeenCalledOnce();
  cleanup();
});

function Save({ onSubmit }: { onSubmit: () => void }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <form action={onSubmit}>
      <SmallButton type="submit" disabled={isBusy} onClick={() => setBusy(true)}>
        Save
      </SmallButton>
    </form>
  );
}

test("a button that is disabled while its request runs keeps the focus, and a click does nothing", async () => {
  const handleSubmit = vi.fn();
  render(<Save onSubmit={handleSubmit} />);
  const save = screen.getByRole("button", { name: "Save" });
  act(() => save.focus());
  for (const _ of ["first", "second"]) await act(async () => void fireEvent.click(save));
  expect(save.getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(save);
  expect(handleSubmit).toHaveBeenCalledOnce();
  cleanup();
});

function Rule() {
  const [rule, setRule] = useState("no");
  const [isBusy, setBusy] = useState(false);
  const handleChange = (chosen: string) => {
    setRule(chosen);
    setBusy(true);
  };
  return (
    <SelectField label="Rule" value={rule} disabled={isBusy} onValue={handleChange}>
      <Options of={["no", "yes", "never"].map((each) => [each, each])} />
    </SelectField>
  );
}

test("a select field that is disabled while its request runs keeps the focus and its value", async () => {
  render(<Rule />);
  const field = screen.getByRole<HTMLSelectElement>("combobox", { name: "Rule" });
  act(() => field.focus());
  for (const value of ["yes", "never"]) await act(async () => void fireEvent.change(field, { target: { value } }));
  expect(field.getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe("yes");
  cleanup();
});

function Times() {
  const [hasFailed, setFailed] = useState(true);
  return (
    <section aria-label="Times">
      {hasFailed ? <FailedRead text="We couldn't load the times." onRetry={() => setFailed(false)} /> : "3–5 PM"}
    </section>
  );
}

test("the focus of “Try again” goes to the section that shows the read", async () => {
  render(<Times />);
  expect(await press("Try again")).toBe(screen.getByText("3–5 PM"));
  cleanup();
});

function Draft() {
  const [since, setSince] = useState<string | null>("2026-11-23T15:00:00Z");
  return (
    <section aria-label="Name and address">
      <RestoredDraftNotice since={since} onStartOver={() => setSince(null)} />
    </section>
  );
}

test("the focus of “Start over” goes to the section of its form", async () => {
  render(<Draft />);
  expect(await press("Start over")).toBe(screen.getByRole("region", { name: "Name and address" }));
  cleanup();
});

test("the focus follows sizes that are added, moved, and removed", async () => {
  render(
    <MemoryRouter>
      <SizeFields sizes={[]} errors={{}} />
    </MemoryRouter>,
  );
  const labels = () => screen.getAllByRole("textbox", { name: "Called" });
  for (const count of [1, 2, 3]) expect(await press("Add size")).toBe(labels()[count - 1]);
  const second = labels()[1];
  // The first size has no button to move it up.
  expect(await press("Move no. 2 up")).toBe(second);
  expect(await press("Remove no. 1")).toBe(labels()[0]);
  await press("Remove no. 2");
  expect(await press("Remove no. 1")).toBe(screen.getByRole("button", { name: "Add size" }));
  cleanup();
});

test("“What happens next” gets the focus of a button that disappeared, and scrolls into view", () => {
  render(
    <h2 id={NEXT_STEP_ID} tabIndex={-1}>
      What happens next
    </h2>,
  );
  const heading = screen.getByRole("heading");
  const focus = vi.spyOn(heading, "focus");
  focusNextStep();
  expect(document.activeElement).toBe(heading);
  // No `preventScroll`: the page scrolls to the heading.
  expect(focus.mock.calls).toEqual([[]]);
  cleanup();
});

function Steps() {
  const [isNext, setNext] = useState(false);
  return (
    <Dialog title="Change 2 rows" onClose={() => undefined}>
      {isNext ? <p>2 rows would change.</p> : <SmallButton onClick={() => setNext(true)}>Preview changes</SmallButton>}
    </Dialog>
  );
}

test("the focus of a button that a dialog removes goes to the dialog", async () => {
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element: <Steps /> }])} />);
  const preview = screen.getByRole("button", { name: "Preview changes" });
  act(() => preview.focus());
  await act(async () => void fireEvent.click(preview));
  expect(document.activeElement).toBe(screen.getByRole("dialog"));
  cleanup();
});

function Offer() {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? (
    <section aria-label="Offer">
      <SmallButton ref={passFocusOn} onClick={() => setOpen(false)}>
        No, thanks
      </SmallButton>
    </section>
  ) : null;
}

test("the focus of a button that closes its whole section goes to the page's content", async () => {
  render(
    <>
      <Offer />
      <main id="content" tabIndex={-1} />
    </>,
  );
  expect(await press("No, thanks")).toBe(screen.getByRole("main"));
  cleanup();
});
