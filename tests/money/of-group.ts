/** Whatever goes wrong says at which of a group it does. @param place from 0 */
export async function ofGroup<Result>(place: number, does: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await does();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`At ${place} of the group, from 0: ${message}`, { cause: error });
  }
}
