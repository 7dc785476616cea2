import { type ConnectOptions, connect, type Sql } from "./connect.ts";
import type { PoolSizes } from "./pool-sizes.ts";

/**
 * Connection pools by kind of caller, so that client requests never exhaust the connections of the store's own pages,
 * worker and payments.
 */
export type PoolName =
  /** Requests of the store's own server and of the service role. */
  | "shop"
  /** Requests with the public key. */
  | "guests"
  /** Requests of logged-in users. */
  | "users"
  /** Lookups of stored files, for downloads. */
  | "files";

export type RequestPools = Record<PoolName, Sql>;

/**
 * Opens the pools.
 * @param url with the role `authenticator`
 * @param sizes connections of each pool
 * @param options see `ConnectOptions`
 */
export function openRequestPools(
  url: string,
  sizes: PoolSizes,
  options: Pick<ConnectOptions, "isPooled" | "observe" | "onLost">,
): RequestPools {
  const open = (pool: PoolName) =>
    connect(url, { ...options, max: sizes[pool], applicationName: `calabash ${pool}`, valuesAsText: true });
  return { shop: open("shop"), guests: open("guests"), users: open("users"), files: open("files") };
}
