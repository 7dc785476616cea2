import { type RefObject, useEffect } from "react";

const AHEAD = "200px";

/**
 * Fetches the lazy pictures of a row's items when these come near. The browser does that itself, but in what
 * `content-visibility` has just laid out Chromium sometimes waits for the next scroll of the page, and until then
 * the picture stays blank.
 */
export function useLatePictures(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) continue;
          observer.unobserve(target);
          target.querySelectorAll<HTMLImageElement>("img[loading=lazy]").forEach(fetchNow);
        }
      },
      // The second margin is that of the row's own edge.
      { rootMargin: AHEAD, scrollMargin: AHEAD } as IntersectionObserverInit,
    );
    for (const item of element.children) observer.observe(item);
    return () => observer.disconnect();
  }, [row]);
}

function fetchNow(image: HTMLImageElement): void {
  // Only lazy pictures tell their width by themselves.
  if (image.sizes.startsWith("auto")) image.sizes = `${Math.ceil(image.getBoundingClientRect().width)}px`;
  image.loading = "eager";
}
