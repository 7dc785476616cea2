import { LRUCache } from "lru-cache";
import type { PoolClient } from "pg";

/** Characters of SQL that are remembered; what is longer than a part of it is never prepared. */
const MAX_CACHED = 2 * 1024 * 1024;
const MAX_TEXT = 16 * 1024;
/** Prepared statements live in the server's memory as long as their connection. */
const MAX_IN_ONE_CONNECTION = 200;

const names = new LRUCache<string, { name: string | null }>({
  maxSize: MAX_CACHED,
  sizeCalculation: (_, text) => text.length + 1,
});
const inConnection = new WeakMap<PoolClient, Set<string>>();
let count = 0;

/**
 * Connections through a pooler in transaction mode: the next transaction may be on another connection of the server.
 */
const throughPooler = new WeakSet<PoolClient>();

export function neverPrepare(client: PoolClient): void {
  throughPooler.add(client);
}

export function canPrepare(client: PoolClient): boolean {
  return !throughPooler.has(client);
}

/** The name under which a connection prepares a text: none for one that was not asked for before. */
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

/** Visitors make up statements: a connection that holds that many gives way to a fresh one. */
export function hasPreparedEnough(client: PoolClient): boolean {
  return (inConnection.get(client)?.size ?? 0) >= MAX_IN_ONE_CONNECTION;
}
