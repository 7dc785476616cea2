import { createServer } from "node:net";
import { expect, test } from "vitest";
import { findFreePort, isFree } from "./free-port.ts";

test("a free port is outside the range of outgoing connections, and not free while a server listens on it", async () => {
  const port = await findFreePort();
  // Linux gives ports from 32768 to outgoing connections.
  expect(port).toBeLessThan(32_768);
  const server = createServer();
  await new Promise<void>((open) => server.listen(port, "127.0.0.1", open));
  expect(await isFree(port)).toBe(false);
  await new Promise((closed) => server.close(closed));
  expect(await isFree(port)).toBe(true);
});
