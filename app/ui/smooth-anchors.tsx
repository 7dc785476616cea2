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
    // Loaded only where there is an anchor: few pages are opened at one.
    import("./follow-anchor.ts").then(
      ({ followAnchor }) => followAnchor(hash, stop),
      // Without it the heading may end up under the header.
      () => undefined,
    );
    return () => stop.abort();
  }, [hash, key]);

  return null;
}
