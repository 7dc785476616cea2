import { FilesUnavailable } from "@calabash/data-service/storage";
import { expect, test, vi } from "vitest";
import type { StoreEvent } from "#server/observe/events.ts";
import { startCleaningFiles } from "./clean-up-files.ts";
import type { Base } from "./open-base.ts";

test("files that could not be listed are cleaned up once their place responds", async () => {
  const events: StoreEvent[] = [];
  const alerts: unknown[] = [];
  let tries = 0;
  const base = {
    database: { requests: {} },
    environment: { imageBucket: null, dataDir: "/data" },
    files: {},
    log: { write: () => undefined },
    running: { add: () => undefined },
    observe: (event: StoreEvent) => events.push(event),
    logErrorOf: () => (error: unknown) => {
      throw error;
    },
    data: { service: { rpc: (_: string, alert: unknown) => ({ throwOnError: async () => alerts.push(alert) }) } },
  } as unknown as Base;
  const cleanUp = async () => {
    tries += 1;
    if (tries < 3) throw new FilesUnavailable("The bucket pictures responded: connect ECONNREFUSED");
    return { removed: 0, named: 4, missing: 1 };
  };
  startCleaningFiles(base, { retryMs: 1, cleanUp });
  await vi.waitFor(() => expect(alerts).toHaveLength(2));
  expect(events.map((event) => event.type === "files" && event.isAvailable)).toEqual([false, false, true]);
  expect(alerts).toEqual([
    expect.objectContaining({ message: expect.stringContaining("Orders are not affected.") }),
    expect.objectContaining({ message: expect.stringContaining("1 of 4") }),
  ]);
});
