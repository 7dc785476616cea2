import { cleanup, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { topLayer } from "#app/platform/captcha.ts";
import { openModal } from "#app/ui/element-refs.ts";
import "./dom.ts";

test("the captcha of a login in a dialog is in that dialog, where it can be pressed", () => {
  expect(topLayer()).toBe(document.body);
  render(
    <dialog ref={openModal} aria-label="Log in again">
      <dialog ref={openModal} aria-label="Discard your changes?" />
    </dialog>,
  );
  expect(topLayer()).toBe(screen.getByRole("dialog", { name: "Discard your changes?" }));
  cleanup();
  expect(topLayer()).toBe(document.body);
});
