import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SchemaSource } from "@calabash/data-service/database";
import { VERSION } from "#server/base/version.ts";
import { LOAD_ORDER } from "#supabase/load-order.ts";
import releases from "#supabase/releases.json" with { type: "json" };
import { schemaText } from "#supabase/schema-text.ts";
import takenOver from "#supabase/taken-over.json" with { type: "json" };

/** Role that owns the store's tables; not a superuser. */
export const SCHEMA_OWNER = "shop_owner";

const SUPABASE = join(import.meta.dirname, "..", "..", "supabase");
/** SHA-256 of the schema of each earlier release, of which a backup contains the text. */
export const RELEASED_SCHEMAS: ReadonlySet<string> = new Set(Object.values(releases));

/** Returns the schema of `supabase/schemas`, with the changes that bring an existing database there. */
export function readShopSchema(): SchemaSource {
  return {
    schema: "supabase_migrations",
    owner: SCHEMA_OWNER,
    version: VERSION,
    text: schemaText(
      LOAD_ORDER.map((file) => readFileSync(join(SUPABASE, "schemas", file), "utf8")),
      {
        synonyms: readFileSync(join(SUPABASE, "reference", "synonyms.txt"), "utf8"),
        wordings: readFileSync(join(SUPABASE, "reference", "text-wordings.json"), "utf8"),
      },
    ),
    changes: join(SUPABASE, "changes"),
    baseline: {
      version: "1.0.0",
      takenOver,
      remedy: `Check out the last commit before 1.0.0 (git checkout ${takenOver.commit}). Start it on this database once, then start this version again.`,
    },
  };
}
