import { createServer } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { openTestDatabase } from "../../../tests/running-shop.ts";
import { findFreePort } from "./free-port.ts";
import { findWriteHost, followWriteHost, hostUrlsOf, placeOf } from "./write-host.ts";

test("a database URL names one host, or several before the database's name", () => {
  expect(hostUrlsOf("postgres://u:p@one/shop")).toEqual(["postgres://u:p@one/shop"]);
  expect(
    hostUrlsOf("postgresql://u:p%40,@one:5432,[::1],two:5433/shop?sslmode=require&target_session_attrs=read-write"),
  ).toEqual([
    "postgresql://u:p%40,@one:5432/shop?sslmode=require",
    "postgresql://u:p%40,@[::1]/shop?sslmode=require",
    "postgresql://u:p%40,@two:5433/shop?sslmode=require",
  ]);
  expect(placeOf("postgres://u:secret@one,two:5433/shop")).toBe("one:5432,two:5433/shop");
});

test.for([
  ["mysql://one/shop", "must be a postgres:// address"],
  ["postgres://one:port,two/shop", "must be a postgres:// address, with hosts such as"],
  ["postgres://one,/shop", "has a comma without a host"],
  ["postgres://one,two/shop?target_session_attrs=standby", "the store needs read-write"],
  ["postgres:///shop?host=one,two", "must name several hosts before the database"],
] as const)("the database URL %s is rejected", ([url, reason]) => {
  expect(() => hostUrlsOf(url)).toThrow(reason);
});

/** Returns the test run's server, and a port that rejects connections. */
async function twoHosts() {
  const url = new URL(inject("databaseUrl"));
  // Not over the Unix socket.
  url.search = "";
  const { host: writable } = url;
  const dead = `127.0.0.1:${await findFreePort()}`;
  const several = (...hosts: string[]) => url.href.replace(writable, hosts.join(","));
  return { writable, dead, several };
}

test("of several hosts, the one that accepts writes is chosen", async () => {
  const { writable, dead, several } = await twoHosts();
  expect(await findWriteHost(several(dead, writable))).toBe(several(writable));
  expect(await findWriteHost(several(writable, dead))).toBe(several(writable));
});

test("a read-only or silent host is not chosen, and the reasons are reported", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const { pathname } = new URL(database.adminUrl);
  await database.admin.script(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`);
  const silent = createServer();
  onTestFinished(() => void silent.close());
  await new Promise<void>((open) => silent.listen(0, "127.0.0.1", open));
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : 0;
  const several = database.adminUrl.replace(/@([^/]+)(.*)\?.*/, `@127.0.0.1:${port},$1$2`);
  await expect(findWriteHost(several)).rejects.toThrow(/127\.0\.0\.1:\d+\/\w+: timeout expired; .*: is read-only/);
});

test("after a lost connection, the host is chosen again unless there is only one", async () => {
  const { writable, dead, several } = await twoHosts();
  const moves: string[] = [];
  const follower = followWriteHost(several(dead, writable), several(dead), (url) => moves.push(url));
  follower.look();
  await expect.poll(() => moves).toEqual([several(writable)]);
  follower.look();
  await follower.end();
  const single = followWriteHost(several(writable), several(dead), (url) => moves.push(url));
  single.look();
  await single.end();
  expect(moves).toEqual([several(writable)]);
});
