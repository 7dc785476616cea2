import { connect, findWriteHost, type Sql, startEmbeddedPostgres } from "@calabash/data-service/database";
import { type Environment, readEnvironment } from "#server/settings/environment.ts";
import { loadKeys } from "#server/settings/keys.ts";

export interface ShopForTools {
  environment: Environment;
  /** With the owner's rights. */
  sql: Sql;
  /** With the owner's rights, for a connection of another kind. */
  databaseUrl: string;
  close(): Promise<void>;
}

/**
 * The shop's database for a program beside it: works while the shop is open, and while it is closed.
 * @param ofHosted what to do instead where the shop uses a hosted project
 */
export async function openShopForTools(
  ofHosted = "change roles in its SQL editor (docs/how-to).",
): Promise<ShopForTools> {
  const environment = readEnvironment(process.env);
  if (environment.supabase) {
    console.error(`The shop uses a hosted Supabase project: ${ofHosted}`);
    process.exit(1);
  }
  const keys = await loadKeys(environment);
  const server = environment.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir: environment.dataDir,
        password: keys.databasePassword,
        say: (line) => console.log(line),
      });
  const databaseUrl = environment.databaseUrl ? await findWriteHost(environment.databaseUrl) : (server?.url ?? "");
  const sql = connect(databaseUrl, {
    max: 1,
    applicationName: "calabash tool",
  });
  return {
    environment,
    sql,
    databaseUrl,
    close: async () => {
      await sql.end();
      // A server that an open shop uses was adopted, not started: it goes on.
      if (server && !server.wasRunning) await server.stop();
    },
  };
}
