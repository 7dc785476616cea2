import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { expect, test, vi } from "vitest";
import { MissingPage } from "#app/ui/missing-page.tsx";
import { Problem } from "#app/ui/problem.tsx";
import { dom, ORIGIN } from "./dom.ts";

/** The browser's Navigation API: a script's reload fires an event that cancels it. */
function stubReload() {
  const navigation = new EventTarget();
  const reload = vi.fn(() =>
    navigation.dispatchEvent(Object.assign(new Event("navigate", { cancelable: true }), { navigationType: "reload" })),
  );
  Object.assign(window, { navigation });
  Object.assign(window.location, { reload });
  return reload;
}

function BrokenPage() {
  return (
    <>
      <Problem error={new Error()} />
      <MissingPage />
    </>
  );
}

test("“Try again” on the error page reloads it with the token in the URL", async () => {
  vi.stubEnv("DEV", false);
  const reload = stubReload();
  dom.happyDOM.setURL(`${ORIGIN}/order#token`);
  const Stub = createRoutesStub([{ path: "/order", Component: BrokenPage }]);
  render(<Stub initialEntries={["/order#token"]} />);
  window.location.reload();
  expect(reload).toHaveLastReturnedWith(false);
  // The link itself is not followed.
  expect(fireEvent.click(await screen.findByRole("link", { name: "Try again" }))).toBe(false);
  expect(reload).toHaveLastReturnedWith(true);
  cleanup();
  vi.unstubAllEnvs();
});
