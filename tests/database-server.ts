import { rmSync } from "node:fs";
import { startEmbeddedPostgres } from "@calabash/data-service/database";
import type { TestProject } from "vitest/node";
import { newDataDir } from "#scripts/test-environment/shop-process.ts";
import { clearLeftovers } from "./leftovers.ts";
import { makeTemplate } from "./test-database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    databaseUrl: string;
  }
}

/** Passes the server from one project of a run to the other. */
const URL_VARIABLE = "TEST_RUN_DATABASE_URL";

/** Starts one PostgreSQL server for the test run; each test file copies its own databases there. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const started = process.env[URL_VARIABLE];
  if (started) return void project.provide("databaseUrl", started);
  clearLeftovers();
  const folder = newDataDir();
  const server = await startEmbeddedPostgres({ dataDir: folder, password: "test", print: () => undefined });
  await makeTemplate(server.url);
  project.provide("databaseUrl", server.url);
  process.env[URL_VARIABLE] = server.url;
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
