import { type RefObject, useEffect } from "react";

const AHEAD = "200px";

/**
 * Loads the lazy images of a row when its items come near. The browser does so itself, but with `content-visibility`
 * Chromium sometimes waits for the next scroll of the page.
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
  // Only lazy images measure their width.
  if (image.sizes.startsWith("auto")) image.sizes = `${Math.ceil(image.getBoundingClientRect().width)}px`;
  image.loading = "eager";
}
