import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { StoreFooter } from "./store-footer.tsx";
import { defaultStoreSettings } from "./store-settings.ts";

test("the year is the store's, not the server's or the browser's", () => {
  vi.useFakeTimers({ now: new Date("2027-01-01T05:30:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const yearIn = (timeZone: string) =>
    /© (\d+)/.exec(
      renderToStaticMarkup(
        <MemoryRouter>
          <StoreFooter settings={{ ...defaultStoreSettings, timeZone }} languages={null} />
        </MemoryRouter>,
      ),
    )?.[1];
  expect([yearIn("America/Chicago"), yearIn("Africa/Lagos")]).toEqual(["2026", "2027"]);
});
