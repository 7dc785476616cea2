import { createHash } from "node:crypto";

/** Name of a built script in code or in a manifest; the hash is of its content. */
const NAME = /(?<=["'`/])[\w.-]+-[\w-]{8}\.js\b/g;
const HASH = /-[\w-]{8}\.js$/;

/** Scripts by name, each with the names of the scripts that it imports or preloads. */
export type ScriptGraph = ReadonlyMap<string, readonly string[]>;

/** Reads which scripts need which, from their code by name. */
export function readScriptGraph(scripts: ReadonlyMap<string, string>): ScriptGraph {
  return new Map(
    [...scripts].map(([name, code]) => [name, [...new Set(code.match(NAME))].filter((other) => scripts.has(other))]),
  );
}

/** Returns the scripts that these scripts need, directly or not, including themselves. */
export function listNeeded(names: readonly string[], graph: ScriptGraph): Set<string> {
  const needed = new Set(names);
  for (const name of needed) for (const other of graph.get(name) ?? []) needed.add(other);
  return needed;
}

/**
 * Returns new names of scripts by their present names. The hash in a name changes with the content of the script and of
 * all scripts that it needs, whose new names it contains.
 */
export function nameScripts(scripts: ReadonlyMap<string, string>, graph: ScriptGraph): Map<string, string> {
  const hashes = new Map([...scripts].map(([name, code]) => [name, hashOf(code)]));
  return new Map(
    [...scripts.keys()].map((name) => {
      // Scripts that need each other need the same scripts, so the script's own content comes first.
      const needed = [name, ...[...listNeeded([name], graph)].sort()];
      const hash = hashOf(needed.map((each) => hashes.get(each)).join()).slice(0, 8);
      return [name, name.replace(HASH, `-${hash}.js`)];
    }),
  );
}

/** Replaces the names of scripts in code or in a manifest. */
export function renameScripts(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(NAME, (name) => names.get(name) ?? name);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
