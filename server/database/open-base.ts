import type { DataService } from "@calabash/data-service";
import type { Database } from "@calabash/data-service/database";
import { OWN_WORK, requestInProcess } from "@calabash/data-service/http";
import type { CallFunction } from "@calabash/data-service/rest";
import type { ObjectFiles } from "@calabash/data-service/storage";
import type { Environment } from "#server/base/environment.ts";
import { type Keys, loadKeys } from "#server/base/keys.ts";
import type { Running } from "#server/base/running.ts";
import { step } from "#server/base/start-step.ts";
import { openStoredFiles } from "#server/files/stored-files.ts";
import { createEvents, type Events } from "#server/observe/events.ts";
import { createLog, type Log, openStandardOutput } from "#server/observe/log.ts";
import type { Traces } from "#server/observe/traces.ts";
import { bringUpDatabase } from "./prepare-database.ts";
import { createShopData, type ShopData } from "./shop-data.ts";

/** Base services of the server's other parts. */
export interface Base extends Events {
  environment: Environment;
  running: Running;
  keys: Keys;
  log: Log;
  /** Null if no collector is configured. */
  traces: Traces | null;
  /** Returns a function that logs an error of this part. */
  logErrorOf(part: string): (error: unknown) => void;
  /** Null with a hosted project. */
  database: Database | null;
  data: ShopData;
  /** Uploaded images; unused with a hosted project. */
  files: ObjectFiles;
  /** Directs `data` to the data service of this process. */
  connectData(service: DataService): void;
}

/** Opens log, keys, database, and data client. @throws StartError for problems that the operator can fix */
export async function openBase(environment: Environment, running: Running): Promise<Base> {
  let traces: Traces | null = null;
  const log = createLog({
    format: environment.logFormat,
    target: openStandardOutput(),
    traceId: () => traces?.traceId(),
  });
  running.add(async () => log.close());
  const events = createEvents();
  if (environment.traces) {
    // Without a collector, OpenTelemetry is not loaded.
    const { createTraces } = await import("#server/observe/traces.ts");
    traces = createTraces(environment.traces, log);
    const { subscriber, close } = traces;
    events.subscribe(subscriber);
    running.add(close);
  }
  const keys = await step("Keys", () => loadKeys(environment));
  const files = openStoredFiles(environment);
  const database = environment.supabase
    ? null
    : await bringUpDatabase(environment, { keys, files, running, observe: events.observe });

  // Emails of the data service contain the store's name, which is read through the data service.
  let connected: DataService | null = null;
  const service = () => {
    if (!connected) throw new Error("The data service is not open yet.");
    return connected;
  };
  const inProcess: typeof fetch = async (input, init) => service().app.fetch(requestInProcess(input, init), OWN_WORK);
  const call: CallFunction = async (...given) => service().call(...given);
  const { anonKey, serviceRoleKey } = keys;
  const local = { url: `http://127.0.0.1:${environment.port}`, anonKey, serviceRoleKey, fetch: inProcess, call };
  return {
    environment,
    running,
    ...events,
    traces,
    keys,
    log,
    logErrorOf: (part) => (error) => log.error(error, { part }),
    database,
    files,
    data: createShopData(environment.supabase ?? local),
    connectData: (opened) => {
      connected = opened;
    },
  };
}
