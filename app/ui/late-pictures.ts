const AHEAD = "200px";

/**
 * Function for the `ref` of a row: loads the lazy images when its items come near the viewport. Browsers do that
 * themselves, but with `content-visibility` Chromium sometimes waits until the page is scrolled.
 */
export function loadLatePictures(row: HTMLUListElement): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        target.querySelectorAll<HTMLImageElement>("img[loading=lazy]").forEach(fetchNow);
      }
    },
    // `scrollMargin` extends the edges of the row, `rootMargin` those of the page.
    { rootMargin: AHEAD, scrollMargin: AHEAD } as IntersectionObserverInit,
  );
  for (const item of row.children) observer.observe(item);
  return () => observer.disconnect();
}

function fetchNow(image: HTMLImageElement): void {
  // `sizes="auto"` works only for lazy images.
  if (image.sizes.startsWith("auto")) image.sizes = `${Math.ceil(image.getBoundingClientRect().width)}px`;
  image.loading = "eager";
}
