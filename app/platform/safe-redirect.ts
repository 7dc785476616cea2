const OWN_ORIGIN = "https://shop.invalid";

/**
 * Returns a redirect target from the URL, such as `/auth?next=/cart`, but only if it is a path of this store; otherwise
 * the fallback. Browsers treat `//evil.example`, `/\evil.example`, and `/\t/evil.example` as other sites.
 */
export function safeRedirect(target: string | null | undefined, fallback: string): string {
  if (!target?.startsWith("/")) return fallback;
  try {
    const url = new URL(target, OWN_ORIGIN);
    if (url.origin !== OWN_ORIGIN) return fallback;
    const path = url.pathname + url.search + url.hash;
    // Removing dot segments can produce a path that begins with two slashes: /.//evil.example
    return path.startsWith("//") ? fallback : path;
  } catch {
    return fallback;
  }
}
