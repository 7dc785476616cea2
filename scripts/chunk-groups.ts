/** The used part of Rolldown's plugin context. `importers` contains static imports only. */
interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Names of the shared script chunks. */
export const CHUNK_GROUPS = ["frame", "pages", "listing", "shared", "private"] as const;
export type ChunkGroup = (typeof CHUNK_GROUPS)[number];

const ON_EVERY_PAGE = /\/app\/(root|entry\.client|routes\/storefront\/storefront-layout)\.tsx/;
const ROUTE = /\/app\/routes\/(\w+)[/-][\w/-]+\.tsx/;
/** Listings load the most scripts, so they load none that only other pages need. */
const LISTING = "/app/routes/storefront/category-route.tsx";
/** Route folders with public pages, whose scripts have a size limit. */
const PUBLIC_FOLDERS = ["storefront", "blog", "pages"];

/**
 * Chooses the chunk of a module by the routes that import it: `frame` for every page, or listings and other public
 * pages; `pages` for several other public pages; `listing` for listings and several private pages; `shared` for one
 * other public and several private pages; `private` for several private pages. Few chunks compress better than many and
 * need fewer requests on a first visit.
 * @returns null for a module of one page, which stays in that page's chunk
 */
export function chunkGroup(id: string, modules: ModuleGraph): ChunkGroup | null {
  const importers = listImporters(id, modules);
  if (importers.some((each) => ON_EVERY_PAGE.test(each))) return "frame";
  const routes = new Map(
    importers.flatMap((each) => {
      const [route, folder = ""] = ROUTE.exec(each) ?? [];
      return route ? [[route, folder]] : [];
    }),
  );
  const publicCount = [...routes.values()].filter((folder) => PUBLIC_FOLDERS.includes(folder)).length;
  if (publicCount >= 2) {
    // Listings load the `listing` chunk, including the modules that it imports.
    const isInListings =
      routes.has(LISTING) || importers.slice(1).some((each) => chunkGroup(each, modules) === "listing");
    return isInListings ? "frame" : "pages";
  }
  const privateCount = routes.size - publicCount;
  if (privateCount < 2) return null;
  if (publicCount === 0) return "private";
  return routes.has(LISTING) ? "listing" : "shared";
}

/** Returns the module and everything that imports it, directly or not. */
function listImporters(id: string, modules: ModuleGraph): string[] {
  const found = new Set([id]);
  for (const each of found) {
    for (const importer of modules.getModuleInfo(each)?.importers ?? []) found.add(importer);
  }
  return [...found];
}
