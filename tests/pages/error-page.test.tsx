import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { Problem } from "#app/ui/problem.tsx";
import { dom, ORIGIN } from "./dom.ts";

test("“Try again” on the error page keeps the token in the URL", () => {
  dom.happyDOM.setURL(`${ORIGIN}/order#token`);
  const reload = vi.fn();
  Object.assign(window.location, { reload });
  render(
    <MemoryRouter initialEntries={["/order#token"]}>
      <Problem error={new Error()} />
    </MemoryRouter>,
  );
  // False if the link is not followed.
  expect(fireEvent.click(screen.getByRole("link", { name: "Try again" }))).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
  cleanup();
});
