import { createHash } from "node:crypto";
import type { Sql } from "@calabash/data-service/database";
import { firstKeyOf, type ProjectKeys } from "@calabash/data-service/keys";
import { StartError } from "@calabash/data-service/start-error";

const FIRST = "first_key";
const SIGNING = "signing_key";
const REMEDY =
  "Give every process the same keys: SHOP_KEYS, SHOP_KEYS_FILE, or a copy of the first one's DATA_DIR/keys.json. " +
  "If the store's keys are lost, run npm run keys -- adopt to use these. Everyone must then log in and set up two-step " +
  "verification again.";

/**
 * Compares the keys with those that the store was opened with; the first start stores their fingerprints. A process
 * with other keys would reject all sessions and could not decrypt data of the others.
 * @throws StartError with other keys, or with keys that lack the current signing key
 */
export async function requireKeysOf(sql: Sql, keys: ProjectKeys): Promise<void> {
  const facts = await sql<{ name: string; value: string }[]>`
    select name, value from private.shop_facts where name in (${FIRST}, ${SIGNING})`;
  const stored = new Map(facts.map(({ name, value }) => [name, value]));
  const first = fingerprintOf(firstKeyOf(keys));
  if ((stored.get(FIRST) ?? first) !== first) {
    throw new StartError("These are not the keys of the store in this database.", REMEDY);
  }
  const accepted = [keys.signingKey, ...(keys.nextKey ? [keys.nextKey] : []), ...(keys.retiredKeys ?? [])];
  const signing = stored.get(SIGNING);
  if (signing !== undefined && !accepted.some((key) => fingerprintOf(key) === signing)) {
    throw new StartError(
      "The store's keys were rotated. These are the old ones.",
      "Use the keys that npm run keys printed last.",
    );
  }
  await storeFact(sql, FIRST, first);
  await storeFact(sql, SIGNING, fingerprintOf(keys.signingKey));
}

/** Deletes the stored fingerprints, so that the next start stores those of other keys. */
export async function forgetKeysOf(sql: Sql): Promise<void> {
  await sql`delete from private.shop_facts where name in (${FIRST}, ${SIGNING})`;
}

async function storeFact(sql: Sql, name: string, value: string): Promise<void> {
  await sql`
    insert into private.shop_facts (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value where shop_facts.value <> excluded.value`;
}

/** Reveals nothing about the key, because its id is a hash already. */
function fingerprintOf({ kid = "" }: { kid?: string }): string {
  return createHash("sha256").update(kid).digest("hex");
}
