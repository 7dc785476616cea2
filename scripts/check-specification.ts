import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";

/**
 * Part of `npm run check`: verifies that docs/specification.csv names a test or a decision for each statement, and that
 * these exist. With `--page`, prints the statements as a Markdown page instead.
 */
const ROOT = join(import.meta.dirname, "..");
const MIN_STATEMENTS = 180;

type Statement = { number: string; text: string; shownBy: { file: string; title: string }[] };

const statements = readStatements();
if (process.argv.includes("--page")) {
  console.log(pageOf(statements));
} else {
  const problems = statements.flatMap((statement) =>
    statement.shownBy.flatMap((evidence) => problemsOf(evidence).map((problem) => `${statement.number}: ${problem}`)),
  );
  if (statements.length < MIN_STATEMENTS) problems.push(`There are fewer than ${MIN_STATEMENTS} statements.`);
  for (const problem of problems) console.error(problem);
  console.log(`${statements.length} statements, ${problems.length} problems`);
  process.exit(problems.length > 0 ? 1 : 0);
}

/** Returns the statements; a row without a statement has more evidence for the one above. */
function readStatements(): Statement[] {
  const [, ...rows] = Papa.parse<string[]>(read("docs/specification.csv"), { skipEmptyLines: true }).data;
  const found: Statement[] = [];
  for (const [number = "", text = "", file = "", title = ""] of rows) {
    if (text !== "") found.push({ number, text, shownBy: [] });
    const last = found.at(-1);
    if (last?.number !== number) throw new Error(`${number}: the first row of a statement has its text`);
    last.shownBy.push({ file, title });
  }
  return found;
}

function problemsOf({ file, title }: { file: string; title: string }): string[] {
  const decision = /^decision (\d{3})$/.exec(file);
  if (decision) return decisionText(decision[1] ?? "").includes(title) ? [] : [`${file} does not print "${title}"`];
  if (!existsSync(join(ROOT, file)) || !file.includes(".")) return [`there is no ${file}`];
  return title !== "" && read(file).includes(title) ? [] : [`${file} has no test "${title}"`];
}

/**
 * Returns the text of a decision on one line, because a phrase may span two lines; empty if there is no such decision.
 */
function decisionText(number: string): string {
  const file = readdirSync(join(ROOT, "docs/decisions")).find((name) => name.startsWith(`${number}-`));
  return file ? read(`docs/decisions/${file}`).replaceAll(/\s+/g, " ") : "";
}

function pageOf(all: readonly Statement[]): string {
  const lines = all.flatMap(({ number, text, shownBy }) => [
    `- **${number}** ${text}`,
    ...shownBy.map(({ file, title }) => `  - ${file}: ${title}`),
  ]);
  return ["# Specification coverage", "", ...lines].join("\n");
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}
