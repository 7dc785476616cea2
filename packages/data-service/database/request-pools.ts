import { connect, type Sql } from "./connect.ts";

/**
 * Who waits for whom: each lane has connections of its own, so that whatever visitors ask, the shop's own
 * pages, its worker and its payments find one.
 */
export type Lane =
  /** What the shop's server asks itself, and whoever holds the service key. */
  | "shop"
  /** What visitors ask with the public key. */
  | "guests"
  /** What people ask who are signed in. */
  | "people"
  /** Where a picture lies: statements of our own, asked for by visitors. */
  | "files";

export type RequestPools = Record<Lane, Sql>;

const CONNECTIONS: Record<Lane, number> = { shop: 8, guests: 6, people: 6, files: 4 };

/** @param url signs in as `authenticator` */
export function openRequestPools(url: string): RequestPools {
  const open = (lane: Lane) =>
    connect(url, { max: CONNECTIONS[lane], applicationName: `calabash ${lane}`, valuesAsText: true });
  return { shop: open("shop"), guests: open("guests"), people: open("people"), files: open("files") };
}
