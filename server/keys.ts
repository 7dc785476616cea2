import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProjectKeys, type ProjectKeys } from "#data-service/project-keys.ts";
import { StartError } from "#data-service/start-error.ts";

export interface Keys extends ProjectKeys {
  /** Of the database that comes from npm. */
  databasePassword: string;
  /** Signs the sandbox's webhooks. */
  stripeWebhookSecret: string;
}

/** Reads `keys.json` of the data folder, and makes it at the first start, for its owner's eyes alone. */
export async function loadKeys(dataDir: string): Promise<Keys> {
  const file = join(dataDir, "keys.json");
  const known = readKeys(file);
  if (known) return known;
  const keys: Keys = {
    ...(await createProjectKeys()),
    databasePassword: randomBytes(24).toString("base64url"),
    stripeWebhookSecret: `whsec_${randomBytes(24).toString("base64url")}`,
  };
  mkdirSync(dataDir, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  try {
    // A link fails when the file is there: of two first starts at once, both use the first one's keys.
    linkSync(unfinished, file);
    rmSync(unfinished);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") rmSync(unfinished);
    else renameSync(unfinished, file);
  }
  return readKeys(file) ?? keys;
}

function readKeys(file: string): Keys | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new StartError(
      `${file} cannot be read: ${(error as Error).message}`,
      "Check the file's owner and rights.",
    );
  }
  try {
    return JSON.parse(text) as Keys;
  } catch {
    throw new StartError(
      `${file} is damaged.`,
      "Restore it from a backup: it holds the database's password and the key that signs every token.",
    );
  }
}
