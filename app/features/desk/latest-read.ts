const MAX_READS = 3;

/**
 * Reads again if the board was updated during the read, because the response may be older than the update.
 * @param countUpdates returns the number of updates so far
 * @throws what `read` throws
 */
export async function readLatest<Result>(read: () => Promise<Result>, countUpdates: () => number): Promise<Result> {
  for (let reads = 1; ; reads += 1) {
    const before = countUpdates();
    const result = await read();
    if (countUpdates() === before || reads === MAX_READS) return result;
  }
}
