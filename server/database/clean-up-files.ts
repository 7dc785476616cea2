import { setTimeout as wait } from "node:timers/promises";
import { cleanUpStorage, FilesUnavailable } from "@calabash/data-service/storage";
import { describeMissingFiles } from "#server/files/missing-files.ts";
import { placeOfFiles } from "#server/files/stored-files.ts";
import type { Base } from "./open-base.ts";

const RETRY_MS = 30_000;

/**
 * Removes stored files without a row in the background, after the store has opened, and alerts the owner of missing
 * ones. While the place of the files does not respond, the store alerts the owner, serves everything else, and tries
 * again.
 * @param options.retryMs pause before the next try
 */
export function startCleaningFiles(base: Base, { retryMs = RETRY_MS, cleanUp = cleanUpStorage } = {}): void {
  const { database, data, files, environment, log, observe } = base;
  if (!database) return;
  const { requests } = database;
  const closing = new AbortController();
  const work = clean().catch((error: unknown) => {
    if (!closing.signal.aborted) base.logErrorOf("files")(error);
  });
  base.running.add(() => {
    closing.abort();
    return work;
  });

  async function clean(): Promise<void> {
    for (let isAlerted = false; !closing.signal.aborted; await wait(retryMs, undefined, { signal: closing.signal })) {
      try {
        const { missing, named } = await cleanUp(requests, files);
        observe({ type: "files", isAvailable: true });
        if (missing === 0) return;
        log.write("missing-files", { missing, named, place: placeOfFiles(environment) });
        await alertOwner(describeMissingFiles({ missing, named }));
        return;
      } catch (error) {
        if (!(error instanceof FilesUnavailable)) throw error;
        observe({ type: "files", isAvailable: false });
        log.write("files-unavailable", { place: placeOfFiles(environment), error: error.message });
        if (!isAlerted) {
          await alertOwner(`Pictures and uploads do not work. Orders are not affected. ${error.message}`);
          isAlerted = true;
        }
      }
    }
  }

  async function alertOwner(message: string): Promise<void> {
    await data.service.rpc("raise_alert", { kind: "files_missing", order_id: null, message }).throwOnError();
  }
}
