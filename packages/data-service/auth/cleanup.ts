import type { Sql } from "../database/connect.ts";

const INTERVAL_MS = 10 * 60 * 1000;

/**
 * Removes what is over, now and then: at the first request and at one in ten minutes after it.
 * A flow is kept for a day longer, so that whoever comes too late is told so.
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
