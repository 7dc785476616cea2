import { afterEach, expect, test, vi } from "vitest";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { watchDesk } from "./desk-events.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("after a failed read of the board, the connection is opened again", async () => {
  vi.useFakeTimers();
  for (const name of ["addEventListener", "removeEventListener"]) vi.stubGlobal(name, () => undefined);
  vi.stubGlobal("document", new EventTarget());
  const onReload = vi.fn(async () => true).mockResolvedValueOnce(false);
  const onLive = vi.fn();
  const fetchApi = vi.fn(async (_path: string, init?: RequestInit) => new Response(openStream(init?.signal)));
  const leaving = new AbortController();

  const watched = watchDesk(
    { fetchApi } as unknown as BrowserData,
    { onReload, onLive, onChanges: vi.fn(), onEnd: vi.fn() },
    leaving.signal,
  );
  await vi.advanceTimersByTimeAsync(4_000);

  expect(fetchApi).toHaveBeenCalledTimes(2);
  expect(onLive.mock.calls).toEqual([[false], [true]]);
  leaving.abort();
  await watched;
});

/** Returns a stream that asks for a reload and stays open until the signal aborts. */
function openStream(signal: AbortSignal | null | undefined): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("event: reload\ndata: \n\n"));
      signal?.addEventListener("abort", () => controller.error(signal.reason));
    },
  });
}
