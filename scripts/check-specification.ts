import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Part of `npm run check`: verifies that each row of docs/specification.md names a test or a decision, and that these
 * exist.
 */
const ROOT = join(import.meta.dirname, "..");
const MIN_ROWS = 180;

const problems: string[] = [];
const rows = read("docs/specification.md")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, number = ""]) => /^\d+\.\d+$/.test(number));
if (rows.length < MIN_ROWS) problems.push(`There are ${rows.length} rows, fewer than ${MIN_ROWS}.`);

for (const [, number = "", , shown = ""] of rows) {
  for (const evidence of shown.split("<br>")) check(number, evidence.trim());
}

for (const problem of problems) console.error(problem);
console.log(`${rows.length} statements, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);

function check(row: string, evidence: string): void {
  const test = /^`([^`]+)` "(.+)"$/.exec(evidence);
  const decision = /^decision (\d{3}): "(.+)"$/.exec(evidence);
  if (test) {
    const [, file = "", title = ""] = test;
    if (!existsSync(join(ROOT, file))) problems.push(`${row}: there is no ${file}`);
    else if (!read(file).includes(title)) problems.push(`${row}: ${file} has no test "${title}"`);
  } else if (decision) {
    const [, number = "", phrase = ""] = decision;
    if (!decisionText(number).includes(phrase)) {
      problems.push(`${row}: decision ${number} does not say "${phrase}"`);
    }
  } else {
    problems.push(`${row}: "${evidence}" is neither a test nor a decision`);
  }
}

/**
 * Returns the text of a decision on one line, because a phrase may span two lines; empty if there is no such decision.
 */
function decisionText(number: string): string {
  const file = readdirSync(join(ROOT, "docs/decisions")).find((name) => name.startsWith(`${number}-`));
  return file ? read(`docs/decisions/${file}`).replaceAll(/\s+/g, " ") : "";
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}
