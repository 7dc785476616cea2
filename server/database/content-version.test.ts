import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { createContentVersion } from "./content-version.ts";

test("the first read is awaited, also a slow one, and later ones delay no client for long", async () => {
  let read = Promise.withResolvers<string>();
  const version = createContentVersion(() => read.promise, 0);
  const first = version.refresh();
  expect(await Promise.race([first.then(() => "answered"), wait(300, "waiting")])).toBe("waiting");
  read.resolve("1");
  await first;
  expect([version.current, version.isUnknown]).toEqual(["1", false]);

  read = Promise.withResolvers<string>();
  await version.refresh();
  expect([version.current, version.isUnknown]).toEqual(["1", true]);
});
