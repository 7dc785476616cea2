/** A completed statement, or a completed transaction of several. */
export interface QueryEvent {
  type: "query";
  /** The pool's name in `pg_stat_activity`. */
  pool: string;
  /** SQL with `$1…` for its values; null for a transaction. */
  statement: string | null;
  /** Milliseconds of waiting for a connection. */
  waitMs: number;
  /** Milliseconds with the connection. */
  ms: number;
  isFailed: boolean;
}

export type ObserveQueries = (event: QueryEvent) => void;
