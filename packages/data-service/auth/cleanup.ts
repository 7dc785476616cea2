import type { Sql } from "../database/connect.ts";

const INTERVAL_MS = 10 * 60 * 1000;

/**
 * Returns a function that deletes expired rows, at most once every ten minutes; each request calls it. Flows are kept a
 * day longer, so that a late user gets an error that says that the flow has expired.
 */
export function createCleanup(sql: Sql, logError: (error: unknown) => void): () => void {
  let next = 0;
  return () => {
    if (Date.now() < next) return;
    next = Date.now() + INTERVAL_MS;
    void Promise.all([
      sql`delete from auth.rate_limits where expire < ${Date.now()}`,
      sql`delete from auth.one_time_tokens where expires_at < now()`,
      sql`delete from auth.flow_state where expires_at < now() - interval '1 day'`,
      sql`delete from auth.mfa_challenges where created_at < now() - interval '1 day'`,
      sql`delete from auth.saml_relay_states where created_at < now() - interval '1 day'`,
    ]).catch(logError);
  };
}
