import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "@calabash/data-service/database";

/** Creates the schema `testing` in a database of tests, with the superuser's rights. */
export function addFactories(admin: Pick<Sql, "script">): Promise<void> {
  return admin.script(readFileSync(join(import.meta.dirname, "factories.sql"), "utf8"));
}
