import { connect } from "@calabash/data-service/database";

/** Decides which of several processes creates a night's backup. */
export interface NightClaims {
  /** @returns whether this process creates the backup */
  claim(night: string): Promise<boolean>;
  /** Call this when the backup is created, so that no other process creates one. */
  finish(night: string): Promise<void>;
}

const NAME = "nightly_backup";

/**
 * Stores claims in the database, using a short connection with the owner's permissions for each. Another process may
 * take over a claim that is unfinished after an hour.
 * @param databaseUrl returns the owner's current URL
 * @param claimant differs between processes and stays the same when one restarts
 */
export function createNightClaims(databaseUrl: () => string, claimant: string): NightClaims {
  async function withDatabase<Result>(work: (sql: ReturnType<typeof connect>) => PromiseLike<Result>): Promise<Result> {
    const sql = connect(databaseUrl(), { max: 1, applicationName: "calabash backup" });
    try {
      return await work(sql);
    } finally {
      await sql.end();
    }
  }

  return {
    claim: (night) =>
      withDatabase(async (sql) => {
        const rows = await sql`
          insert into private.shop_facts as facts (name, value)
          values (${NAME}, jsonb_build_object('night', ${night}::text, 'by', ${claimant}::text, 'at', now())::text)
          on conflict (name) do update set value = excluded.value
          where facts.value::jsonb ->> 'night' < ${night}
            or not facts.value::jsonb ? 'finished_at' and (
              facts.value::jsonb ->> 'by' = ${claimant}
              or (facts.value::jsonb ->> 'at')::timestamptz < now() - interval '1 hour'
            )
          returning 1`;
        return rows.length > 0;
      }),
    finish: (night) =>
      withDatabase(async (sql) => {
        await sql`
          update private.shop_facts set value = (value::jsonb || jsonb_build_object('finished_at', now()))::text
          where name = ${NAME} and value::jsonb ->> 'night' = ${night} and value::jsonb ->> 'by' = ${claimant}`;
      }),
  };
}
