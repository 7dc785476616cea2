import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createProjectKeys, type ProjectKeys } from "@calabash/data-service/keys";
import { StartError } from "@calabash/data-service/start-error";
import webPush from "web-push";
import { fieldsOf, messageOf } from "#app/values/unknown-value.ts";

export interface Keys extends ProjectKeys {
  /** Password of the embedded database. */
  databasePassword: string;
  /** Signs the sandbox's webhooks. */
  stripeWebhookSecret: string;
  /** VAPID keys, which sign push notifications; base64url. https://datatracker.ietf.org/doc/html/rfc8292 */
  pushKeys: { publicKey: string; privateKey: string };
}

/** Secret with the store's keys, instead of `keys.json` in the data folder. */
export interface KeysSecret {
  /** The keys as JSON or base64 of it, or the path of a file with either. */
  variable: "SHOP_KEYS" | "SHOP_KEYS_FILE";
  value: string;
}

/**
 * Reads the keys: those of SHOP_KEYS or SHOP_KEYS_FILE, else `keys.json` in the data folder, which the first start
 * creates, readable only by its owner.
 * @throws StartError if they cannot be read or are incomplete
 */
export async function loadKeys({
  dataDir,
  keysSecret,
}: {
  dataDir: string;
  keysSecret: KeysSecret | null;
}): Promise<Keys> {
  return keysSecret ? readSecret(keysSecret) : loadKeysFile(keysFileOf(dataDir));
}

/** Returns the path of the keys in a data folder. */
export function keysFileOf(dataDir: string): string {
  return join(dataDir, "keys.json");
}

/**
 * If root starts the store, its database runs as another user, who must be able to traverse the folder (0711). Nobody
 * else may list it.
 */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}

function readSecret({ variable, value }: KeysSecret): Keys {
  const name = variable === "SHOP_KEYS" ? variable : value;
  const text = variable === "SHOP_KEYS" ? value : readText(value);
  if (text === null) {
    throw new StartError(`There is no file ${value}.`, "Check SHOP_KEYS_FILE, or mount the secret there.");
  }
  const isJson = text.trimStart().startsWith("{");
  const keys = parseKeys(name, isJson ? text : Buffer.from(text, "base64").toString("utf8"));
  if (isComplete(keys)) return keys;
  throw new StartError(
    `${name} has no push notification keys (pushKeys).`,
    "To add them, start the store once with these keys as keys.json in a data folder.",
  );
}

async function loadKeysFile(file: string): Promise<Keys> {
  const known = readKeys(file);
  if (known) return isComplete(known) ? known : addPushKeys(file, known);
  const keys: Keys = {
    ...(await createProjectKeys()),
    databasePassword: randomBytes(24).toString("base64url"),
    stripeWebhookSecret: `whsec_${randomBytes(24).toString("base64url")}`,
    pushKeys: webPush.generateVAPIDKeys(),
  };
  makeDataDir(dirname(file));
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  try {
    // Creating a link fails if the file exists, so of two concurrent first starts, both use the keys of the first.
    linkSync(unfinished, file);
    rmSync(unfinished);
  } catch (error) {
    if (fieldsOf(error)["code"] === "EEXIST") rmSync(unfinished);
    else renameSync(unfinished, file);
  }
  const stored = readKeys(file);
  return stored && isComplete(stored) ? stored : keys;
}

/** Keys of a store that started before push notifications existed. */
type StoredKeys = Omit<Keys, "pushKeys"> & Partial<Pick<Keys, "pushKeys">>;

function isComplete(keys: StoredKeys): keys is Keys {
  return isText(keys.pushKeys?.publicKey) && isText(keys.pushKeys?.privateKey);
}

function addPushKeys(file: string, known: StoredKeys): Keys {
  const keys: Keys = { ...known, pushKeys: webPush.generateVAPIDKeys() };
  writeKeysFile(file, keys);
  return keys;
}

/** Replaces a file of keys atomically, readable only by its owner. */
export function writeKeysFile(file: string, keys: Keys): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
}

function readKeys(file: string): StoredKeys | null {
  const text = readText(file);
  return text === null ? null : parseKeys(file, text);
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (fieldsOf(error)["code"] === "ENOENT") return null;
    throw new StartError(`${file} cannot be read: ${messageOf(error)}`, "Check the file's owner and permissions.");
  }
}

function parseKeys(name: string, text: string): StoredKeys {
  let keys: unknown;
  try {
    keys = JSON.parse(text);
  } catch {
    throw new StartError(
      `${name} is damaged.`,
      "Restore it from a backup. It contains the database password and the token signing key.",
    );
  }
  requireAll(name, keys);
  return keys;
}

function requireAll(file: string, keys: unknown): asserts keys is StoredKeys {
  const missing = NEEDED.find(({ isThere }) => !isThere(fieldsOf(keys)));
  if (missing) throw new StartError(`${file} has no ${missing.name}.`, missing.remedy);
}

const FROM_BACKUP = "Restore the file from a backup.";
const isText = (value: unknown) => typeof value === "string" && value !== "";
const NEW_KEYS =
  "Without one, move the file away. The next start creates new keys: everyone must log in again and set up " +
  "two-step verification again. Then run `npm run db:password`.";

const NEEDED: { name: string; isThere: (keys: Partial<Record<keyof Keys, unknown>>) => boolean; remedy: string }[] = [
  {
    name: "token signing key (signingKey, with its private part)",
    isThere: ({ signingKey }) => isText(fieldsOf(signingKey)["kty"]) && isText(fieldsOf(signingKey)["d"]),
    remedy: `${FROM_BACKUP} ${NEW_KEYS}`,
  },
  {
    name: "project keys (anonKey, serviceRoleKey)",
    isThere: ({ anonKey, serviceRoleKey }) => isText(anonKey) && isText(serviceRoleKey),
    remedy: `${FROM_BACKUP} ${NEW_KEYS}`,
  },
  {
    name: "database password (databasePassword)",
    isThere: ({ databasePassword }) => isText(databasePassword),
    remedy: `${FROM_BACKUP} Without one, write any long text there and run \`npm run db:password\`.`,
  },
  {
    name: "payment sandbox secret (stripeWebhookSecret)",
    isThere: ({ stripeWebhookSecret }) => isText(stripeWebhookSecret),
    remedy: `${FROM_BACKUP} Without one, write any long text there.`,
  },
];
