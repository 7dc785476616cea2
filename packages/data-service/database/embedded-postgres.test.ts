import { expect, inject, test } from "vitest";
import { connect } from "./connect.ts";
import { bufferMegabytes, socketFolder } from "./embedded-postgres.ts";

test("the buffers get an eighth of the memory, from 128 MB to 1 GB", () => {
  const gigabyte = 1024 ** 3;
  expect([0.5, 1, 4, 32].map((memory) => bufferMegabytes(memory * gigabyte))).toEqual([128, 128, 512, 1024]);
});

test("connections use the server's Unix socket", async () => {
  const sql = connect(inject("databaseUrl"), { max: 1, applicationName: "test" });
  const [row] = await sql<{ address: string | null }[]>`select inet_client_addr() as address`;
  await sql.end();
  expect(row?.address).toBeNull();
});

test("a folder whose path is too long for a socket has none", () => {
  expect(socketFolder("/data/postgres")).toBe("/data/postgres");
  expect(socketFolder(`/${"é".repeat(50)}`)).toBe("");
});
