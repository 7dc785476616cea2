import { existsSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { fileURLToPath } from "node:url";

const PLACE = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | null>();

/**
 * The error whose stack names our sources where it named built files; what is a library's stays as it is. Here and not
 * by Node, which would read every map at each start, and look into them for each stack that a library takes.
 */
export function atItsSource<Thrown>(error: Thrown): Thrown {
  if (!(error instanceof Error)) return error;
  if (error.stack) error.stack = error.stack.replaceAll(PLACE, inSource);
  if (error.cause !== error) atItsSource(error.cause);
  return error;
}

function inSource(place: string, file: string, line: string, column: string): string {
  const built = { line: Number(line) - 1, column: Number(column) - 1 };
  const found = mapOf(file)?.findEntry(built.line, built.column);
  // Without one of its own the line before it is found.
  if (!found || !("originalSource" in found) || found.generatedLine !== built.line) return place;
  return `${new URL(found.originalSource, file).href}:${found.originalLine + 1}:${found.originalColumn + 1}`;
}

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file);
  if (map === undefined) {
    const path = `${fileURLToPath(file)}.map`;
    map = existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, "utf8")) as SourceMapPayload) : null;
    maps.set(file, map);
  }
  return map;
}
