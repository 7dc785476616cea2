import { rmSync } from "node:fs";
import { onTestFinished } from "vitest";
import { newDataDir } from "#scripts/test-environment/shop-process.ts";

/** Creates a folder that is removed at the end of the test. */
export function aFolder(atEnd: (remove: () => void) => unknown = onTestFinished): string {
  const folder = newDataDir();
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
