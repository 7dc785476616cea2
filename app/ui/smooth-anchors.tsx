import { useEffect, useLayoutEffect } from "react";
import { useLocation } from "react-router";

/**
 * Scrolls smoothly to the anchor in the URL and keeps it in view while the page around it changes size. Other pages
 * open without a scroll animation. Rendered before <ScrollRestoration>, which starts the scrolling.
 */
export function SmoothAnchors() {
  const { hash, key } = useLocation();

  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-smooth", hash !== "");
  }, [hash]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated click on a link to the same anchor changes the key.
  useEffect(() => {
    if (hash === "") return;
    const stop = new AbortController();
    // Loaded on demand, because few pages are opened with an anchor.
    import("./follow-anchor.ts").then(
      ({ followAnchor }) => followAnchor(hash, stop),
      // If it cannot be loaded, the heading may end up behind the header.
      () => undefined,
    );
    return () => stop.abort();
  }, [hash, key]);

  return null;
}
