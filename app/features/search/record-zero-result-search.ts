const noted = new Set<string>();

/** Reports a search without results, anonymously and only once while the page is open. */
export function recordZeroResultSearch(words: string): void {
  if (noted.has(words)) return;
  noted.add(words);
  import("#app/platform/browser-data.ts")
    .then(({ getBrowserData }) => getBrowserData().rest.rpc("record_zero_result_search", { query: words }))
    // Not awaited: a failure does not matter.
    .catch(() => undefined);
}
