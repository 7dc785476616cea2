import { connect } from "@calabash/data-service/database";

/** Decides which of several processes makes the backup of a night. */
export interface NightClaims {
  /** @returns whether this process makes it */
  claim(night: string): Promise<boolean>;
  /** Called when it is made: no other process needs to. */
  finish(night: string): Promise<void>;
}

const NAME = "nightly_backup";

/**
 * Stores claims in the database, over a connection with the owner's rights that is closed after each. A claim that is
 * not finished after an hour may be taken over.
 * @param databaseUrl returns the owner's address now
 * @param claimant differs between processes, and stays the same when one is restarted
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
