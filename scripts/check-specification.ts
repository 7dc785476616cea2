import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Part of `npm run check`: every test and every decision that docs/specification.md names exists, and
 * every row is shown by something.
 */
const ROOT = join(import.meta.dirname, "..");
const LEAST_ROWS = 180;

const problems: string[] = [];
const rows = read("docs/specification.md")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, number = ""]) => /^\d+\.\d+$/.test(number));
if (rows.length < LEAST_ROWS) problems.push(`There are ${rows.length} rows, fewer than ${LEAST_ROWS}.`);

for (const [, number = "", , shown = ""] of rows) {
  for (const proof of shown.split("<br>")) check(number, proof.trim());
}

for (const problem of problems) console.error(problem);
console.log(`${rows.length} statements, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);

function check(row: string, proof: string): void {
  const test = /^`([^`]+)` "(.+)"$/.exec(proof);
  const decision = /^decision (\d{3}): "(.+)"$/.exec(proof);
  if (test) {
    const [, file = "", title = ""] = test;
    if (!existsSync(join(ROOT, file))) problems.push(`${row}: there is no ${file}`);
    else if (!read(file).includes(title)) problems.push(`${row}: ${file} has no test "${title}"`);
  } else if (decision) {
    const [, , phrase = ""] = decision;
    if (!read("docs/decisions/000-what-the-specification-left-open.md").includes(phrase)) {
      problems.push(`${row}: no decision says "${phrase}"`);
    }
  } else {
    problems.push(`${row}: "${proof}" shows nothing`);
  }
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}
