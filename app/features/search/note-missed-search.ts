const noted = new Set<string>();

/** The owner learns what was looked for in vain, not by whom; words count once while the shop is open here. */
export function noteMissedSearch(words: string): void {
  if (noted.has(words)) return;
  noted.add(words);
  import("#app/platform/browser-data.ts")
    .then(({ getBrowserData }) => getBrowserData().rest.rpc("record_zero_result_search", { query: words }))
    // Nobody waits for it.
    .catch(() => undefined);
}
