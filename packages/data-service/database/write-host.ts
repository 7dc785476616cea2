import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { StartError } from "../start-error.ts";
import { messageOf } from "../unknown-value.ts";
import { withLibpqWords } from "./connect.ts";

/** Time limit for a host's response. */
const ANSWER_MS = 1_000;
const LOOK_AGAIN_MS = 250;

/**
 * Returns the URL of each host of a database URL, which may list several before the database's name, as libpq does:
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 * @throws TypeError with a message that continues the variable's name
 */
export function hostUrlsOf(databaseUrl: string): string[] {
  const [, start = "", hosts = "", rest = ""] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([/?#].*)?$/.exec(databaseUrl) ?? [];
  if (!start) throw new TypeError("must be a postgres:// address");
  const names = hosts.split(",");
  return names.map((name) => {
    if (name === "" && names.length > 1) throw new TypeError("has a comma without a host");
    const address = `${start}${name}${rest}`;
    if (!URL.canParse(address))
      throw new TypeError(`must be a postgres:// address, with hosts such as host1:5432,host2:5432`);
    const url = new URL(address);
    const access = url.searchParams.get("target_session_attrs") ?? "read-write";
    if (access !== "read-write" && access !== "primary") {
      throw new TypeError(`has target_session_attrs=${access}; the store needs read-write`);
    }
    if (url.searchParams.get("host")?.includes(",")) throw new TypeError("must name several hosts before the database");
    url.searchParams.delete("target_session_attrs");
    return url.href;
  });
}

/** Returns hosts, ports, and database, without user and password. */
export function placeOf(databaseUrl: string): string {
  const urls = hostUrlsOf(databaseUrl).map((url) => new URL(url));
  return `${urls.map(({ hostname, port }) => `${hostname}:${port || 5432}`).join(",")}${urls[0]?.pathname ?? ""}`;
}

/**
 * Returns the URL of the host that accepts writes. A single host is not checked.
 * @throws StartError if none of several accepts writes
 */
export async function findWriteHost(databaseUrl: string): Promise<string> {
  const urls = hostUrlsOf(databaseUrl);
  const [only] = urls;
  if (only !== undefined && urls.length === 1) return only;
  const { chosen, reasons } = await chooseHost(urls);
  if (chosen !== null) return chosen;
  throw new StartError(
    `No host of the database accepts writes: ${reasons.join("; ")}.`,
    "Check DATABASE_URL and that its servers run. If the primary is lost, promote a standby.",
  );
}

/**
 * Looks for the host that accepts writes after each lost connection, until it finds one.
 * @param first the current host
 * @param onMoved receives the URL of another host
 */
export function followWriteHost(
  databaseUrl: string,
  first: string,
  onMoved: (url: string) => void,
): { look(): void; end(): Promise<void> } {
  const urls = hostUrlsOf(databaseUrl);
  const ending = new AbortController();
  let current = first;
  let isLookNeeded = false;
  let looking: Promise<void> | null = null;

  async function lookUntilFound(): Promise<void> {
    while (isLookNeeded && !ending.signal.aborted) {
      isLookNeeded = false;
      const { chosen } = await chooseHost(urls);
      if (chosen === null) isLookNeeded = true;
      else if (chosen !== current && !ending.signal.aborted) {
        current = chosen;
        onMoved(chosen);
      }
      await delay(LOOK_AGAIN_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
    looking = null;
  }

  return {
    look: () => {
      if (urls.length === 1 || ending.signal.aborted) return;
      isLookNeeded = true;
      looking ??= lookUntilFound();
    },
    end: async () => {
      ending.abort();
      await looking;
    },
  };
}

/**
 * Chooses the host that accepts writes and is on the latest timeline. A primary that comes back after a failover also
 * accepts writes, but is on an earlier one.
 */
async function chooseHost(urls: readonly string[]): Promise<{ chosen: string | null; reasons: string[] }> {
  const results = await Promise.allSettled(urls.map(readTimeline));
  let chosen: string | null = null;
  let latest = 0;
  const reasons: string[] = [];
  for (const [place, url] of urls.entries()) {
    const result = results[place];
    if (result?.status === "rejected") reasons.push(`${placeOf(url)}: ${messageOf(result.reason)}`);
    else if (result && result.value > latest) {
      chosen = url;
      latest = result.value;
    }
  }
  return { chosen, reasons };
}

/** Returns the host's timeline. @throws Error if the host does not respond, or is read-only */
async function readTimeline(url: string): Promise<number> {
  const client = new Client({
    connectionString: withLibpqWords(url),
    application_name: "calabash host check",
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(`
      select case when pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then null
        else pg_walfile_name(pg_current_wal_lsn()) end as file`);
    const file: string | null = rows[0]?.file ?? null;
    if (file === null) throw new Error("is read-only, like a standby");
    return Number.parseInt(file.slice(0, 8), 16);
  } finally {
    // Do not wait: a silent host does not close its side.
    client.end().catch(() => undefined);
  }
}
