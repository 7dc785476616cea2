import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extract } from "tar";
import { schemaText } from "#supabase/schema-text.ts";
import { DATA_DIR_PREFIX } from "./temporary-folders.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Last commit before version 1.0.0; its database has migrations instead of a baseline. */
export const LAST_COMMIT_BEFORE_BASELINE = "c63ccc7b15fa6b707b24ef5454bc0848cc0131f4";

/**
 * Returns the commit of the previous release: `PREVIOUS_RELEASE`, else the newest tag `v…` before this commit, else the
 * last commit with another version in package.json. Null in a shallow clone or a folder without git.
 * @throws if git does not know `PREVIOUS_RELEASE`
 */
export function findPreviousRelease(): string | null {
  const chosen = process.env["PREVIOUS_RELEASE"];
  if (chosen) return git("rev-parse", "--verify", `${chosen}^{commit}`).trim();
  try {
    const head = git("rev-parse", "HEAD").trim();
    const tags = linesOf(git("tag", "--list", "v*", "--merged", "HEAD", "--sort=-v:refname"));
    const released = tags.map((tag) => git("rev-parse", `${tag}^{commit}`).trim()).find((commit) => commit !== head);
    if (released) return released;
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
    const since = linesOf(git("log", "--format=%H", "-S", `"version": "${version}"`, "--", "package.json")).at(-1);
    return since === undefined ? head : git("rev-parse", "--verify", `${since}^`).trim();
  } catch {
    return null;
  }
}

/** Returns whether git has a commit here; a shallow clone lacks earlier ones. */
export function hasCommit(commit: string): boolean {
  try {
    git("cat-file", "-e", `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

/** The database of a commit, as its folder `supabase` describes it. */
export interface ReleaseSchema {
  /** Complete SQL of `schemas`. */
  text: string;
  /** Versions of the migrations of a commit before version 1.0.0, else those of its changes. */
  versions: string[];
  hasBaseline: boolean;
}

/** Reads the schema of a commit from git. */
export function readReleaseSchema(commit: string): ReleaseSchema {
  const folder = mkdtempSync(join(tmpdir(), `${DATA_DIR_PREFIX}${process.pid}-schema-`));
  try {
    const archive = join(folder, "supabase.tar");
    git("archive", "--format=tar", `--output=${archive}`, commit, "supabase");
    extract({ file: archive, cwd: folder, sync: true });
    const at = (...parts: string[]) => join(folder, "supabase", ...parts);
    const read = (...parts: string[]) => readFileSync(at(...parts), "utf8");
    const order = [...read("load-order.ts").matchAll(/^ {2}"([^"]+)",$/gm)].map(([, file = ""]) => file);
    const hasBaseline = !existsSync(at("migrations"));
    const files = readdirSync(at(hasBaseline ? "changes" : "migrations")).filter((file) => file.endsWith(".sql"));
    const versions = files.map((file) => file.split("_", 1)[0] ?? "").sort();
    const reference = existsSync(at("reference", "synonyms.txt"))
      ? { synonyms: read("reference", "synonyms.txt"), wordings: read("reference", "text-wordings.json") }
      : null;
    const text = schemaText(
      order.map((file) => read("schemas", file)),
      reference,
    );
    return { text, versions, hasBaseline };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the names with underscores in a commit's programs, among them the functions that they call. */
export function readCalledNames(commit: string): Set<string> {
  return new Set(linesOf(git("grep", "-I", "-h", "-o", "-E", "[a-z0-9]+(_[a-z0-9]+)+", commit, "--", "app", "server")));
}

/** Returns the version in package.json of a commit. */
export function readVersion(commit: string): string {
  return (JSON.parse(git("show", `${commit}:package.json`)) as { version: string }).version;
}

/** Runs git in the project's folder. @throws if it fails */
export function git(...args: string[]): string {
  return execFileSync("git", args, {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 64 * 1024 * 1024,
  });
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}
