import { z } from "zod";

/** Content of `manifest.json`, the first file of a backup. */
export const manifestShape = z.object({
  format: z.literal(1),
  /** ISO 8601, UTC. */
  madeAt: z.iso.datetime(),
  /** Versions of the data service's and of the shop's migrations that its rows fit. */
  migrations: z.object({ dataService: z.array(z.string()), shop: z.array(z.string()) }),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int().min(0),
      // Nothing that leads out of the folder of the tables.
      file: z.string().regex(/^[\w.-]+\.copy$/),
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), lastValue: z.string() })),
  /** Stored files. */
  files: z.number().int().min(0),
  /** Files that the rows name and that were not there. */
  missingFiles: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestShape>;

/** Beside `manifest.json`, in the archive as in the data folder. */
export const TABLES_FOLDER = "tables";
export const STORAGE_FOLDER = "storage";
export const KEYS_FILE = "keys.json";
/** Logs of the payment sandbox and the mailbox; a live store has neither. */
export const STAND_INS = ["stripe-sandbox.jsonl", "mailbox.jsonl"] as const;
