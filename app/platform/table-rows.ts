/** Error code of the data service for a page past the last one. */
const PAST_THE_LAST_ROW = "PGRST103";

type TableAnswer<Rows> = { data: Rows | null; error: { code?: string } | null };

export function isPastTheLastRow({ error }: TableAnswer<unknown>): boolean {
  return error?.code === PAST_THE_LAST_ROW;
}

/** Returns the rows of a public read, for a page rendered on the server. @throws Error after logging the reason */
export function tableRows<Rows>({ data, error }: TableAnswer<Rows>): Rows {
  if (error || data === null) {
    console.error(error);
    throw new Error("Could not load wears data", { cause: error });
  }
  return data;
}
