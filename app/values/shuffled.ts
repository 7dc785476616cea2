/** Returns the items in an order that looks random and is the same for the same seed. */
export function shuffled<Item>(items: readonly Item[], seed: string): Item[] {
  const random = randomNumbers(seed);
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(random() * (last + 1));
    [result[last], result[pick]] = [result[pick] as Item, result[last] as Item];
  }
  return result;
}

/**
 * Returns a generator of numbers from 0 to 1: FNV-1a of the seed, then mulberry32.
 * https://github.com/bryc/code/blob/master/jshash/PRNGs.md
 */
function randomNumbers(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
