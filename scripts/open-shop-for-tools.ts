import { connect, type Sql } from "#data-service/database/connect.ts";
import { startEmbeddedPostgres } from "#data-service/database/embedded-postgres.ts";
import { type Environment, readEnvironment } from "#server/settings/environment.ts";
import { loadKeys } from "#server/settings/keys.ts";

export interface ShopForTools {
  environment: Environment;
  /** With the owner's rights. */
  sql: Sql;
  close(): Promise<void>;
}

/** The shop's database for a program beside it: works while the shop is open, and while it is closed. */
export async function openShopForTools(): Promise<ShopForTools> {
  const environment = readEnvironment(process.env);
  if (environment.supabase) {
    console.error("The shop uses a hosted Supabase project: change roles in its SQL editor (docs/how-to).");
    process.exit(1);
  }
  const keys = await loadKeys(environment.dataDir);
  const server = environment.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir: environment.dataDir,
        password: keys.databasePassword,
        say: (line) => console.log(line),
      });
  const sql = connect(environment.databaseUrl ?? server?.url ?? "", {
    max: 1,
    applicationName: "calabash tool",
  });
  return {
    environment,
    sql,
    close: async () => {
      await sql.end();
      // A server that an open shop uses was adopted, not started: it goes on.
      if (server && !server.wasRunning) await server.stop();
    },
  };
}
