import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { focusOnce } from "./focus-if-lost.ts";

/**
 * Moves the focus to the heading of a page that was opened by a link, so that screen readers read it and keyboard users
 * continue from there (WCAG 2.2, 2.4.3 and 4.1.3). The focus stays where it is if the page has set it, or if only a
 * filter or the page number of a listing has changed.
 */
export function RouteFocus() {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    const before = shown.current;
    shown.current = pathname;
    // "/" redirects to "/home", which counts as the same page.
    if (before === pathname || (before === "/" && pathname === "/home")) return;
    const main = document.querySelector("main");
    if (!main || main.contains(document.activeElement) || document.querySelector("dialog[open]")) return;
    const anchor = hash === "" ? null : document.getElementById(hash.slice(1));
    focusOnce(anchor?.querySelector<HTMLElement>("h2") ?? main.querySelector("h1") ?? main);
  }, [pathname, hash]);

  return null;
}
