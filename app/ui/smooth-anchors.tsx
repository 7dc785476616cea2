import { useLayoutEffect } from "react";
import { useLocation } from "react-router";

/**
 * Ways to an anchor are scrolled, from this page or another one; a new page is simply there. Stands
 * before <ScrollRestoration>, which does the scrolling.
 */
export function SmoothAnchors() {
  const { hash } = useLocation();
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-smooth", hash !== "");
  }, [hash]);
  return null;
}
