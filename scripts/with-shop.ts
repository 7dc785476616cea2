import { connect, findWriteHost, type Sql, startEmbeddedPostgres } from "@calabash/data-service/database";
import { type Environment, readEnvironment } from "#server/base/environment.ts";
import { loadKeys } from "#server/base/keys.ts";

export interface ShopForTools {
  environment: Environment;
  /** Connection with the owner's permissions. */
  sql: Sql;
  /** Database URL with the owner's permissions, for other clients. */
  databaseUrl: string;
}

/**
 * Opens the store's database for the work of a command-line tool, whether the store is running or not.
 * @param ofHosted what to do instead if the store uses a hosted project
 */
export async function withShop<Result>(
  work: (shop: ShopForTools) => Promise<Result>,
  ofHosted = "change roles in its SQL editor (docs/how-to).",
): Promise<Result> {
  const environment = readEnvironment(process.env);
  if (environment.supabase) {
    console.error(`The store uses a hosted Supabase project: ${ofHosted}`);
    process.exit(1);
  }
  const keys = await loadKeys(environment);
  const server = environment.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir: environment.dataDir,
        password: keys.databasePassword,
        print: (line) => console.log(line),
      });
  const databaseUrl = environment.databaseUrl ? await findWriteHost(environment.databaseUrl) : (server?.url ?? "");
  const sql = connect(databaseUrl, { max: 1, applicationName: "calabash tool" });
  try {
    return await work({ environment, sql, databaseUrl });
  } finally {
    await sql.end();
    // If the store is running, its database server keeps running, too.
    if (server && !server.wasRunning) await server.stop();
  }
}
