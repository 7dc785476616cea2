import { expect, test, vi } from "vitest";
import { saveFile } from "#app/platform/save-file.ts";
import "./dom.ts";

test("a saved file can still be read after the click, as Safari does", () => {
  vi.useFakeTimers();
  const revoke = vi.spyOn(URL, "revokeObjectURL");
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  try {
    saveFile("report.csv", "a,b");
    expect(click).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1000);
    expect(revoke).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(revoke).toHaveBeenCalledOnce();
  } finally {
    vi.restoreAllMocks();
    vi.useRealTimers();
  }
});
