import { LRUCache } from "lru-cache";
import type { PoolClient } from "pg";

/** Total characters of cached SQL texts; texts longer than `MAX_TEXT` are never prepared. */
const MAX_CACHED = 2 * 1024 * 1024;
const MAX_TEXT = 16 * 1024;
/** The server keeps prepared statements in memory until their connection ends. */
const MAX_IN_ONE_CONNECTION = 200;

const names = new LRUCache<string, { name: string | null }>({
  maxSize: MAX_CACHED,
  sizeCalculation: (_, text) => text.length + 1,
});
const inConnection = new WeakMap<PoolClient, Set<string>>();
let count = 0;

/**
 * Connections through a pooler in transaction mode, which may use another server connection for the next transaction.
 */
const throughPooler = new WeakSet<PoolClient>();

export function neverPrepare(client: PoolClient): void {
  throughPooler.add(client);
}

export function canPrepare(client: PoolClient): boolean {
  return !throughPooler.has(client);
}

/** Returns the name under which a connection prepares a text; undefined for a text that occurs for the first time. */
export function statementName(client: PoolClient, text: string): string | undefined {
  if (text.length > MAX_TEXT || !canPrepare(client)) return undefined;
  const known = names.get(text);
  if (!known) {
    names.set(text, { name: null });
    return undefined;
  }
  if (known.name === null) {
    count += 1;
    known.name = `s${count}`;
  }
  const prepared = inConnection.get(client) ?? new Set();
  inConnection.set(client, prepared.add(known.name));
  return known.name;
}

/**
 * Returns whether a connection has so many prepared statements that it should be replaced: clients can cause
 * arbitrarily many.
 */
export function hasPreparedEnough(client: PoolClient): boolean {
  return (inConnection.get(client)?.size ?? 0) >= MAX_IN_ONE_CONNECTION;
}
