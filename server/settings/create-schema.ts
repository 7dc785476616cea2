import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Queries } from "@calabash/data-service/database";
import { LOAD_ORDER } from "#supabase/load-order.ts";

/** Role that owns the store's tables; not a superuser. */
export const SCHEMA_OWNER = "shop_owner";

const SCHEMAS = join(import.meta.dirname, "..", "..", "supabase", "schemas");

/** Creates the store's current schema from `supabase/schemas`, in the transaction of the connection. */
export async function createSchema(connection: Queries): Promise<void> {
  const texts = await Promise.all(LOAD_ORDER.map((file) => readFile(join(SCHEMAS, file), "utf8")));
  await connection`select set_config('role', ${SCHEMA_OWNER}, true)`;
  for (const text of texts) await connection.script(text);
  await connection`reset role`;
}
