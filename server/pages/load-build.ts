import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { StartError } from "@calabash/data-service/start-error";
import type { ServerBuild } from "react-router";
import { LANGUAGES, LOCALES, type Locale } from "#app/messages/locales.ts";

export const BUILD = join(import.meta.dirname, "..", "..", "build");

/** @throws StartError if there is no build */
export async function loadBuild(): Promise<ServerBuild> {
  const file = join(BUILD, "server", "index.js");
  if (!existsSync(file)) {
    throw new StartError("The pages are not built.", "Start with npm start, or run npm run build first.");
  }
  return (await import(pathToFileURL(file).href)) as ServerBuild;
}

/** Manifests of one language's browser files: `store` without staff routes, and `all` with those of the back office. */
export type Manifests = { store: ServerBuild["assets"]; all: ServerBuild["assets"] };

/** @throws StartError if a language is not built */
export function loadManifests(): Map<Locale, Manifests> {
  return new Map(LOCALES.map((locale) => [locale, readManifests(locale)]));
}

function readManifests(locale: Locale): Manifests {
  const file = join(BUILD, `manifests-${locale}.json`);
  if (!existsSync(file)) {
    throw new StartError(`The pages in ${LANGUAGES[locale].name} are not built.`, "Run npm run build.");
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Returns the built style sheets by URL. */
export function loadStyles(): Map<string, string> {
  const assets = join(BUILD, "client", "assets");
  const files = readdirSync(assets).filter((name) => name.endsWith(".css"));
  return new Map(files.map((name) => [`/assets/${name}`, readFileSync(join(assets, name), "utf8")]));
}
