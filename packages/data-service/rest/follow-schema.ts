import { setTimeout as delay } from "node:timers/promises";
import { connect, urlAs } from "../database/connect.ts";
import type { Database } from "../database/open-database.ts";
import { readSchema, type SchemaCache } from "./schema-cache.ts";

const RETRY_MS = 2_000;

/**
 * Reloads the schema into the same object when another process has applied migrations, like PostgREST:
 * https://docs.postgrest.org/en/stable/references/schema_cache.html
 * @param logError receives errors of reloading, which is retried
 */
export function followSchema(
  database: Pick<Database, "listen" | "currentUrl">,
  schema: SchemaCache,
  logError: (error: unknown) => void,
): { end(): Promise<void> } {
  const ending = new AbortController();
  let isOutdated = false;
  let reading: Promise<void> | null = null;

  function reload(): void {
    isOutdated = true;
    reading ??= readUntilCurrent();
  }

  async function readUntilCurrent(): Promise<void> {
    while (isOutdated && !ending.signal.aborted) {
      isOutdated = false;
      // Any role may read the catalog.
      const sql = connect(urlAs(database.currentUrl(), "authenticator"), {
        max: 2,
        applicationName: "calabash schema",
      });
      try {
        Object.assign(schema, await readSchema(sql));
      } catch (error) {
        isOutdated = true;
        logError(error);
        await delay(RETRY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      } finally {
        await sql.end();
      }
    }
    reading = null;
  }

  const listener = database.listen({
    channels: ["pgrst"],
    onMessage: (payload) => {
      if (payload === "reload schema" || payload === "") reload();
    },
    // Earlier notifications, and those sent while the connection was lost, were missed.
    onListening: reload,
  });
  return {
    end: async () => {
      ending.abort();
      await listener.end();
      await reading;
    },
  };
}
