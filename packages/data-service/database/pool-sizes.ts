/** Default number of connections per pool: 30 in total. */
const DEFAULT_SIZES = { shop: 8, guests: 6, users: 6, files: 4, auth: 6 };

export type PoolSizes = typeof DEFAULT_SIZES;

const NAMES = Object.keys(DEFAULT_SIZES) as (keyof PoolSizes)[];

export const DEFAULT_CONNECTIONS = NAMES.reduce((sum, name) => sum + DEFAULT_SIZES[name], 0);

/** With fewer, a pool could have a single connection, and one slow request would block all others of its kind. */
export const MIN_CONNECTIONS = 10;

/**
 * Splits the connections of a process over its pools in the ratio of the default sizes.
 * @param connections at least `MIN_CONNECTIONS`
 */
export function splitConnections(connections: number): PoolSizes {
  const shareOf = (name: keyof PoolSizes) => (DEFAULT_SIZES[name] * connections) / DEFAULT_CONNECTIONS;
  const sizes = { ...DEFAULT_SIZES };
  for (const name of NAMES) sizes[name] = Math.max(2, Math.floor(shareOf(name)));
  let rest = connections - NAMES.reduce((sum, name) => sum + sizes[name], 0);
  for (const name of NAMES.toSorted((one, other) => shareOf(other) - sizes[other] - (shareOf(one) - sizes[one]))) {
    if (rest <= 0) break;
    sizes[name] += 1;
    rest -= 1;
  }
  return sizes;
}
