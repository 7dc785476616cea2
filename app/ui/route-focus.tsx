import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Moves focus to the heading of a page that was opened by a link, so that a screen reader reads it and the keyboard
 * continues from there (WCAG 2.2, 2.4.3 and 4.1.3). Focus that the page set itself stays, and so does a changed filter
 * or page number of the same listing.
 */
export function RouteFocus() {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    const before = shown.current;
    shown.current = pathname;
    // "/" becomes "/home" by itself: the page stays.
    if (before === pathname || (before === "/" && pathname === "/home")) return;
    const main = document.querySelector("main");
    if (!main || main.contains(document.activeElement) || document.querySelector("dialog[open]")) return;
    const anchor = hash === "" ? null : document.getElementById(hash.slice(1));
    focusOnce(anchor?.querySelector<HTMLElement>("h2") ?? main.querySelector("h1") ?? main);
  }, [pathname, hash]);

  return null;
}

/** A heading takes focus from script alone, and only this once. */
function focusOnce(element: HTMLElement): void {
  if (!element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  }
  element.focus({ preventScroll: true });
}
