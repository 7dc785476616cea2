/**
 * Adds the index of the sequence or order in its group to error messages.
 * @param place index, from 0
 */
export async function ofGroup<Result>(place: number, does: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await does();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`Index ${place} of the group: ${message}`, { cause: error });
  }
}
