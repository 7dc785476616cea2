import { expect, test } from "vitest";
import type { Environment } from "#server/base/environment.ts";
import { openDatabaseForTest } from "#tests/running-shop.ts";
import { findConnectionShortage } from "./connection-room.ts";

test("processes that need more connections than the database allows are reported with the numbers", async () => {
  const database = await openDatabaseForTest("none");
  const [row] = await database.admin<{ allowed: number }[]>`
    select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
      as allowed`;
  const allowed = row?.allowed ?? 0;
  const shortage = (databaseConnections: number, starting: number, databasePoolUrl?: string) =>
    findConnectionShortage(
      database.admin,
      { databaseConnections, databasePoolUrl } as unknown as Environment,
      starting,
    );
  expect(await shortage(allowed - 9, 1)).toBeNull();
  expect((await shortage(allowed - 8, 1))?.text).toBe(
    `The database allows ${allowed} connections; 1 processes of the store may need ${allowed + 1}.`,
  );
  expect((await shortage(allowed - 9, 2))?.remedy).toContain(
    `set DATABASE_CONNECTIONS=${Math.floor((allowed - 5) / 2) - 4}`,
  );
  expect(await shortage(allowed, 2, "postgres://pooler")).toBeNull();
});
