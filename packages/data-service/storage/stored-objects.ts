import { LRUCache } from "lru-cache";
import { isDatabaseAway } from "../database/database-error.ts";
import type { RequestPools } from "../database/request-pools.ts";
import { type Caller, type Row, runAs } from "../database/run-as.ts";
import { createFairQueue } from "../fair-queue.ts";
import { cleanPicture } from "./clean-picture.ts";
import type { ObjectFiles } from "./object-files.ts";
import { baseType, fitsType, sniffPicture } from "./picture-type.ts";
import { toMetadata, type Upload } from "./read-upload.ts";
import { isTooLargeToResize } from "./resize-picture.ts";
import { bucketNotFound, objectNotFound, slowDown, tooLarge, wrongType } from "./storage-error.ts";
import { isoTime } from "./timestamps.ts";

/** For queries whose result does not depend on the caller. */
export const SERVICE: Caller = { role: "service_role", claims: '{"role":"service_role"}', pool: "files" };

/** The same as a guest's statement timeout, because a client waits for it. */
const PUBLIC_LOOKUP_MS = 1_500;
/** While the database does not respond, public objects are looked up only once in this time. */
const RETRY_MS = 2_000;
const MAX_CACHED = 5_000;

/** Uploaded images that may wait for re-encoding, each with its bytes in memory. */
const UPLOADS_WAITING = { maxWaiting: 10, maxWaitingPerClient: 5 };

export interface StoredObject {
  id: string;
  bucket: string;
  name: string;
  /** File name. */
  version: string;
  metadata: Record<string, string | number>;
  userMetadata: object | null;
  createdAt: string;
  updatedAt: string;
}

export type ObjectPlace = { bucket: string; name: string };

export type WriteMode = "add" | "add or replace" | "replace";

export interface StoredObjects {
  query(caller: Caller, text: string, values: string[]): Promise<Row[]>;
  /** Like `query`, for writes; then removes files without a row. */
  write(caller: Caller, text: string, values: string[]): Promise<Row[]>;
  /** @throws StorageError if the caller can see no such object */
  find(caller: Caller, place: ObjectPlace): Promise<StoredObject>;
  /**
   * Uses the last known row while the database does not respond, so that images on disk are still served.
   * @throws StorageError if there is no such object in a public bucket
   */
  findPublic(place: ObjectPlace): Promise<StoredObject>;
  /** Reads an object regardless of permissions. @throws StorageError if there is no such object */
  findAny(place: ObjectPlace): Promise<StoredObject>;
  /** Checks whether the caller may write, and then rolls back. @throws StorageError, or the error of the policies */
  tryWrite(caller: Caller, place: ObjectPlace, owner: string, mode: WriteMode): Promise<void>;
  /**
   * Stores an upload's file and row.
   * @throws StorageError for violations of the bucket's limits, or the error of the policies
   */
  store(caller: Caller, place: ObjectPlace, owner: string, mode: WriteMode, upload: Upload): Promise<string>;
}

/**
 * Reads and writes rows of `storage.objects` and their files. The database's policies decide about access.
 * @param options.maxPictureBytes memory that resizing an image may use; larger images are rejected
 * @param options.logError receives errors of removing files
 */
export function createStoredObjects(
  sql: RequestPools,
  files: ObjectFiles,
  { maxPictureBytes, logError }: { maxPictureBytes: number; logError: (error: unknown) => void },
): StoredObjects {
  const cleaning = createFairQueue(UPLOADS_WAITING, slowDown);
  const lastFound = new LRUCache<string, StoredObject>({ max: MAX_CACHED });
  let awayUntil = 0;
  const query: StoredObjects["query"] = (caller, text, values) =>
    runAs(sql, caller, { text, values }, { isReadOnly: true });

  const write: StoredObjects["write"] = async (caller, text, values) => {
    const rows = await runAs(sql, caller, { text, values }, { isReadOnly: false });
    // The rows are written, so the write succeeded. The next start removes files that are left.
    await removeDiscarded(sql, files).catch(logError);
    return rows;
  };

  async function findPublic(place: ObjectPlace): Promise<StoredObject> {
    const key = `${place.bucket}/${place.name}`;
    const cached = lastFound.get(key);
    if (cached && performance.now() < awayUntil) return cached;
    try {
      const found = await findBy(SERVICE, place, " and buckets.public", PUBLIC_LOOKUP_MS);
      lastFound.set(key, found);
      return found;
    } catch (error) {
      if (isDatabaseAway(error)) {
        awayUntil = performance.now() + RETRY_MS;
        if (cached) return cached;
      } else {
        lastFound.delete(key);
      }
      throw error;
    }
  }

  async function findBy(
    caller: Caller,
    { bucket, name }: ObjectPlace,
    more: string,
    limitMs: number | null = null,
  ): Promise<StoredObject> {
    const statement = { text: `${FIND}${more}`, values: [bucket, name] };
    const [row] = await runAs(sql, caller, statement, { isReadOnly: true, limitMs });
    if (!row?.["version"]) throw objectNotFound();
    return {
      id: row["id"] ?? "",
      bucket,
      name,
      version: row["version"],
      metadata: JSON.parse(row["metadata"] ?? "{}"),
      userMetadata: JSON.parse(row["user_metadata"] ?? "null"),
      createdAt: row["created_at"] ?? "",
      updatedAt: row["updated_at"] ?? "",
    };
  }

  return {
    query,
    write,
    find: (caller, place) => findBy(caller, place, ""),
    findPublic,
    findAny: (place) => findBy(SERVICE, place, ""),
    tryWrite: async (caller, place, owner, mode) => {
      const undo = new Error("undo");
      const statement = { text: WRITES[mode], values: [place.bucket, place.name, owner, "", "{}", ""] };
      const check = (rows: Row[]) => {
        if (rows.length === 0) throw objectNotFound();
        throw undo;
      };
      await runAs(sql, caller, statement, { isReadOnly: false, check }).catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    },
    store: async (caller, place, owner, mode, upload) => {
      const { contentType, userMetadata } = upload;
      const { cleansPictures } = await checkRules(query, place.bucket, upload.bytes.byteLength, contentType);
      if (!fitsType(upload.bytes, contentType)) throw wrongType(contentType);
      const isPicture = sniffPicture(upload.bytes) !== null;
      if (isPicture && (await isTooLargeToResize(upload.bytes, maxPictureBytes))) throw tooLarge();
      const bytes =
        isPicture && cleansPictures
          ? await cleaning.add(owner, () => cleanPicture(upload.bytes, contentType, maxPictureBytes))
          : upload.bytes;
      const metadata = toMetadata({ ...upload, bytes });
      const version = await files.add(bytes);
      try {
        const values = [version, JSON.stringify(metadata), userMetadata];
        const [stored] = await write(caller, WRITES[mode], [place.bucket, place.name, owner, ...values]);
        if (!stored) throw objectNotFound();
        return stored["id"] ?? "";
      } catch (error) {
        // Without a response, the row may be written. The next start removes files without a row.
        if (!isDatabaseAway(error)) await files.remove(version);
        throw error;
      }
    },
  };
}

/** @throws StorageError if the bucket does not allow the size or type */
async function checkRules(
  query: StoredObjects["query"],
  bucket: string,
  size: number,
  type: string,
): Promise<{ cleansPictures: boolean }> {
  const [rules] = await query(
    SERVICE,
    `select file_size_limit::text as size, array_to_json(allowed_mime_types)::text as types
     from storage.buckets where id = $1`,
    [bucket],
  );
  if (!rules) throw bucketNotFound();
  if (rules["size"] && size > Number(rules["size"])) throw tooLarge();
  const types: string[] | null = JSON.parse(rules["types"] ?? "null");
  const base = baseType(type);
  // 'image/*' means every image type.
  if (types && types.length > 0 && !types.includes(base) && !types.includes(base.replace(/\/.*/, "/*"))) {
    throw wrongType(type);
  }
  return { cleansPictures: Boolean(types?.length && types.every((each) => each.startsWith("image/"))) };
}

/** Removes the files of deleted and replaced rows. */
export async function removeDiscarded(sql: RequestPools, files: ObjectFiles): Promise<void> {
  const text = "delete from storage.discarded_files returning version";
  const rows = await runAs(sql, SERVICE, { text, values: [] }, { isReadOnly: false });
  await Promise.all(rows.map((row) => files.remove(row["version"] ?? "")));
}

const FIND = `
  select objects.id::text as id, objects.version, objects.metadata::text as metadata,
    objects.user_metadata::text as user_metadata,
    ${isoTime("objects.created_at")} as created_at, ${isoTime("objects.updated_at")} as updated_at
  from storage.objects left join storage.buckets on buckets.id = objects.bucket_id
  where objects.bucket_id = $1 and objects.name = $2`;

const INSERT = `
  insert into storage.objects (bucket_id, name, owner_id, version, metadata, user_metadata)
  values ($1, $2, nullif($3, ''), $4, $5::jsonb, nullif($6, '')::jsonb)`;
const SET =
  "version = $4, metadata = $5::jsonb, owner_id = nullif($3, ''), user_metadata = nullif($6, '')::jsonb, updated_at = now()";

/** $1 bucket, $2 name, $3 owner or '', $4 version, $5 metadata, $6 the uploader's metadata or '' */
const WRITES: Record<WriteMode, string> = {
  add: `${INSERT} returning id::text as id`,
  "add or replace": `${INSERT} on conflict (bucket_id, name) do update set ${SET} returning id::text as id`,
  replace: `update storage.objects set ${SET} where bucket_id = $1 and name = $2 returning id::text as id`,
};
