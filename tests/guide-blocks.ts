import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Returns the numbered sections of a guide in docs/how-to. */
export function readGuide(name: string): string[] {
  const [, ...parts] = readFileSync(join(ROOT, "docs", "how-to", `${name}.md`), "utf8").split(/^## \d\. /m);
  return parts;
}

/** Returns the code of a section's first block in a language. */
export function blockOf(part: string | undefined, language: string): string {
  const [, block] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(part ?? "") ?? [];
  if (!block) throw new Error(`The guide has no ${language} block here.`);
  return block;
}

/**
 * Applies a diff to a file's text.
 * @throws if the diff's context lines are not in the file
 */
export function patched(file: string, diff: string): string {
  const text = readFileSync(join(ROOT, file), "utf8");
  const lines = diff.replace(/\n$/, "").split("\n");
  const of = (signs: string) =>
    lines
      .filter((line) => line === "" || signs.includes(line[0] ?? ""))
      .map((line) => line.slice(1))
      .join("\n");
  const [before, after] = [of(" -"), of(" +")];
  expect(text.split(before), `${file} has the lines of the guide once`).toHaveLength(2);
  return text.replace(before, () => after);
}
