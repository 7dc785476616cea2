import { buffer } from "node:stream/consumers";
import type { ObjectFiles } from "@calabash/data-service/storage";
import PQueue from "p-queue";

/** Each copy holds one file in memory. */
const AT_ONCE = 4;
const REPORT_EVERY = 100;

/**
 * Copies stored files from one location to another under the same names. Files that exist are skipped, so an
 * interrupted copy can be continued.
 * @returns how many were copied, and how many existed before
 */
export async function copyStoredFiles(
  from: ObjectFiles,
  to: ObjectFiles,
  report: (line: string) => void,
): Promise<{ copied: number; present: number }> {
  const namesOf = async (files: ObjectFiles) => (await files.list()).flatMap(({ version }) => version ?? []);
  const [all, there] = [await namesOf(from), new Set(await namesOf(to))];
  const missing = all.filter((version) => !there.has(version));
  report(`${all.length} files, ${all.length - missing.length} of them already copied.`);
  const queue = new PQueue({ concurrency: AT_ONCE });
  let copied = 0;
  await queue.addAll(
    missing.map((version) => async () => {
      const content = await from.read(version);
      // The file was deleted after it was listed.
      if (!content) return;
      await to.add(await buffer(content), version);
      copied += 1;
      if (copied % REPORT_EVERY === 0) report(`${copied} of ${missing.length} copied…`);
    }),
  );
  return { copied, present: all.length - missing.length };
}
