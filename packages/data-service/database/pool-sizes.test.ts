import { expect, test } from "vitest";
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS, splitConnections } from "./pool-sizes.ts";

test("the default connections are split into the default pool sizes", () => {
  expect(splitConnections(DEFAULT_CONNECTIONS)).toEqual({ shop: 8, guests: 6, users: 6, files: 4, auth: 6 });
});

test("any number of connections is fully used, with two or more in each pool", () => {
  expect(splitConnections(60)).toEqual({ shop: 16, guests: 12, users: 12, files: 8, auth: 12 });
  for (let connections = MIN_CONNECTIONS; connections <= 300; connections += 1) {
    const sizes = Object.values(splitConnections(connections));
    expect(
      sizes.reduce((sum, size) => sum + size),
      `${connections} connections`,
    ).toBe(connections);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(2);
  }
});
