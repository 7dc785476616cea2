/** What the data service says when a page past the last one is asked for. */
const PAST_THE_LAST_ROW = "PGRST103";

interface TableAnswer<Rows> {
  data: Rows | null;
  error: { code?: string } | null;
}

export function isPastTheLastRow({ error }: TableAnswer<unknown>): boolean {
  return error?.code === PAST_THE_LAST_ROW;
}

/** What a public read brought, of which a page is made on the server. @throws Error, with the reason in the log */
export function tableRows<Rows>({ data, error }: TableAnswer<Rows>): Rows {
  if (error || data === null) {
    console.error(error);
    throw new Error("Could not load wears data", { cause: error });
  }
  return data;
}
