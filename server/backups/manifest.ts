import { z } from "zod";

/** Content of `manifest.json`, the first file of a backup. */
export const manifestShape = z.object({
  format: z.literal(1),
  /** ISO 8601, UTC. */
  madeAt: z.iso.datetime(),
  /** Versions of the migrations, of the data service and of the store, that the rows match. */
  migrations: z.object({ dataService: z.array(z.string()), shop: z.array(z.string()) }),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int().min(0),
      // A plain file name, so that it cannot leave the tables folder.
      file: z.string().regex(/^[\w.-]+\.copy$/),
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), lastValue: z.string() })),
  /** Number of stored files. */
  files: z.number().int().min(0),
  /** Files that the rows name but that were missing. */
  missingFiles: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestShape>;

/** Names of folders and files in the archive; all except the tables have the same name in the data folder. */
export const TABLES_FOLDER = "tables";
export const STORAGE_FOLDER = "storage";
export const KEYS_FILE = "keys.json";
/** Logs of the payment sandbox and the mailbox; a live store has neither. */
export const STAND_INS = ["stripe-sandbox.jsonl", "mailbox.jsonl"] as const;
