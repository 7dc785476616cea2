import { existsSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { fileURLToPath } from "node:url";

const PLACE = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;
const BUILT = new URL("../../build/shop/", import.meta.url).href;
/** Chains of causes may be circular. */
const MOST_CAUSES = 10;
const maps = new Map<string, SourceMap>();

/**
 * The error whose stack names our sources where it named built files; what is a library's stays as it is. Here and not
 * by Node, which would read every map at each start, and look into them for each stack that a library takes.
 * @param built the address of the built files' folder: a stack begins with the message, which may name any other
 */
export function withSourcePositions<Thrown>(error: Thrown, built = BUILT): Thrown {
  let each: unknown = error;
  for (let depth = 0; each instanceof Error && depth < MOST_CAUSES; depth += 1) {
    if (each.stack && !Object.isFrozen(each)) each.stack = placedInSources(each.stack, built);
    each = each.cause;
  }
  return error;
}

function placedInSources(stack: string, built: string): string {
  return stack.replaceAll(PLACE, (place: string, file: string, line: string, column: string) => {
    if (!file.startsWith(built)) return place;
    try {
      return inSource(file, Number(line) - 1, Number(column) - 1) ?? place;
    } catch {
      // Without a file URL or source map, the original error is reported.
      return place;
    }
  });
}

function inSource(file: string, line: number, column: number): string | null {
  const found = mapOf(file)?.findEntry(line, column);
  // Without one of its own the line before it is found.
  if (!found || !("originalSource" in found) || found.generatedLine !== line) return null;
  return `${new URL(found.originalSource, file).href}:${found.originalLine + 1}:${found.originalColumn + 1}`;
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known) return known;
  const path = `${fileURLToPath(file)}.map`;
  if (!existsSync(path)) return null;
  const map = new SourceMap(JSON.parse(readFileSync(path, "utf8")) as SourceMapPayload);
  maps.set(file, map);
  return map;
}
