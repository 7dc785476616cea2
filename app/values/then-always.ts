/** Awaits `work`, and then `next`, also if the work fails. */
export async function thenAlways<Result>(work: Promise<Result>, next: () => Promise<unknown>): Promise<Result> {
  try {
    return await work;
  } finally {
    await next();
  }
}
