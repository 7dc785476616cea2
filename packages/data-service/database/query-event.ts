/** A statement, or a transaction of several, has ended. */
export interface QueryEvent {
  type: "query";
  /** The pool's name in `pg_stat_activity`. */
  pool: string;
  /** SQL with `$1…` for its values; null for a transaction. */
  statement: string | null;
  /** Waiting for a connection, in milliseconds. */
  waitMs: number;
  /** With the connection, in milliseconds. */
  ms: number;
  isFailed: boolean;
}

export type ObserveQueries = (event: QueryEvent) => void;
