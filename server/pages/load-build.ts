import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { StartError } from "@calabash/data-service/start-error";
import type { ServerBuild } from "react-router";

export const BUILD = join(import.meta.dirname, "..", "..", "build");

/** @throws StartError when there is no build */
export async function loadBuild(): Promise<ServerBuild> {
  const file = join(BUILD, "server", "index.js");
  if (!existsSync(file)) {
    throw new StartError("The pages are not built.", "Start with npm start, or run npm run build first.");
  }
  return (await import(pathToFileURL(file).href)) as ServerBuild;
}

/** The built style sheets, by their addresses. */
export function loadStyles(): Map<string, string> {
  const assets = join(BUILD, "client", "assets");
  const files = readdirSync(assets).filter((name) => name.endsWith(".css"));
  return new Map(files.map((name) => [`/assets/${name}`, readFileSync(join(assets, name), "utf8")]));
}
