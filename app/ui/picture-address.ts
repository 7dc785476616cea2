/** Paths of our own bucket get the data service's address in front when it lives elsewhere. */
export function pictureAddress(src: string, origin: string): string {
  return src.startsWith("/storage/") ? `${origin}${src}` : src;
}
