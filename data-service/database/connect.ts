import { createHmac } from "node:crypto";
import postgres, { type JSONValue, type Sql, type TransactionSql } from "postgres";

export type { JSONValue, Sql, TransactionSql };

/** Values go out and come back as text: PostgreSQL alone reads and writes its types. */
const asText = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (value: unknown) => value as string,
  parse: (value: string) => value,
});
const textTypes = {
  bool: asText(16),
  bytea: asText(17),
  int2: asText(21),
  int4: asText(23),
  oid: asText(26),
  float4: asText(700),
  float8: asText(701),
  json: asText(114),
  date: asText(1082),
  timestamp: asText(1114),
  timestamptz: asText(1184),
  jsonb: asText(3802),
};

export interface ConnectOptions {
  max: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Leave every value as PostgreSQL's own text, both ways. */
  valuesAsText?: boolean;
  /** The connection holds something, such as a lock, and is never exchanged for a fresh one. */
  lasts?: boolean;
}

/** A pool of connections that opens each when it is first needed. */
export function connect(url: string, options: ConnectOptions): Sql {
  return postgres(url, {
    max: options.max,
    onnotice: () => undefined,
    connect_timeout: 10,
    // Prepared statements pile up in a connection; a fresh one starts with none.
    max_lifetime: options.lasts ? null : 1800,
    idle_timeout: 0,
    connection: { application_name: options.applicationName, TimeZone: "UTC" },
    ...(options.valuesAsText ? { types: textTypes as never } : {}),
  });
}

/**
 * The password of one of the service's own roles: derived from the administrator's, so that every
 * process that shares a database knows it and none has to store it.
 */
export function rolePassword(adminUrl: string, role: string): string {
  // Roles belong to the whole server, so the name of the database takes no part.
  const { password } = new URL(adminUrl);
  return createHmac("sha256", `calabash:${password}`).update(role).digest("base64url");
}

/** The same database, signed in as another role. */
export function urlAs(adminUrl: string, role: string): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = rolePassword(adminUrl, role);
  return url.href;
}
