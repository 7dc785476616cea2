/** What the bundler knows of a module: who imports it, not counting what is fetched later. */
interface Modules {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Files that the browser fetches as one; first what is fetched most. */
export const BUNDLE_ROOMS = ["frame", "shared", "private"] as const;
export type BundleRoom = (typeof BUNDLE_ROOMS)[number];

const ON_EVERY_PAGE = /\/app\/(root|entry\.client|routes\/storefront\/storefront-layout)\.tsx/;
const ROUTE = /\/app\/routes\/(\w+)\/([\w-]+)\.tsx/;
/** The folders of routes that everybody may see, and whose pages have to be light. */
const PUBLIC_FOLDERS = ["storefront", "blog", "pages"];

/**
 * Where a module belongs by the routes that cannot do without it, so that no file has to be named: into the frame of
 * the public pages, to what one of them shares with private pages, or to what private pages share. Many small files
 * compress worse than a few, and a first visit would ask for each.
 * @returns null for what one page has for itself: it stays with it
 */
export function bundleRoom(id: string, modules: Modules): BundleRoom | null {
  const importers = everyImporter(id, modules);
  if (importers.some((each) => ON_EVERY_PAGE.test(each))) return "frame";
  const routes = new Map(
    importers.flatMap((each) => {
      const [route, folder = ""] = ROUTE.exec(each) ?? [];
      return route ? [[route, folder]] : [];
    }),
  );
  const publicCount = [...routes.values()].filter((folder) => PUBLIC_FOLDERS.includes(folder)).length;
  if (publicCount >= 2) return "frame";
  const privateCount = routes.size - publicCount;
  if (privateCount < 2) return null;
  return publicCount === 1 ? "shared" : "private";
}

function everyImporter(id: string, modules: Modules): string[] {
  const found = new Set([id]);
  for (const each of found) {
    for (const importer of modules.getModuleInfo(each)?.importers ?? []) found.add(importer);
  }
  return [...found];
}
