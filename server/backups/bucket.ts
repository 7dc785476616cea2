import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BucketSettings } from "#server/settings/bucket-settings.ts";
import { connectS3 } from "#server/settings/s3-connection.ts";
import { type Backup, readBackupName } from "./stored-backups.ts";

export interface StoredBackup extends Backup {
  bytes: number;
}

export interface StoredContent {
  bytes: number;
  content: Readable;
}

/** A store of other people's, which holds backups beside the shop's own disk. */
export interface Bucket {
  /** For people: never a key. */
  place: string;
  /** The newest first; what is no backup is left alone. */
  list(): Promise<StoredBackup[]>;
  /** Sends a file part by part, under its own name; there is all of it afterwards, or nothing. */
  put(file: string, signal?: AbortSignal): Promise<void>;
  /** Null where there is none of this name. */
  read(name: string): Promise<StoredContent | null>;
  /** Writes one into a new file. @returns whether there is one of this name */
  fetchTo(name: string, file: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** Writes a few letters, and removes them. */
  tryWriting(): Promise<void>;
}

/** With two under way, a backup of any size takes no more memory than this, three times. */
const PART_BYTES = 8 * 1024 * 1024;
/** A whole part must pass within it. */
const REQUEST_MS = 120_000;
const ANSWER_MS = 15_000;

/** Asks nothing yet; the store's library is loaded with the first question. */
export function openBucket(settings: BucketSettings): Bucket {
  const { place, run, upload } = connectS3(settings, { requestMs: REQUEST_MS });
  const Bucket = settings.name;
  const keyOf = (name: string) => `${settings.prefix}${name}`;

  const read = (name: string) =>
    run(async (s3, client): Promise<StoredContent | null> => {
      try {
        const found = await client.send(new s3.GetObjectCommand({ Bucket, Key: keyOf(name) }));
        if (!(found.Body instanceof Readable)) throw new Error("The bucket sent no stream.");
        return { bytes: found.ContentLength ?? 0, content: found.Body };
      } catch (error) {
        if (error instanceof s3.NoSuchKey) return null;
        throw error;
      }
    });

  const remove = (name: string) =>
    run(async (s3, client) => {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: keyOf(name) }));
    });

  return {
    place,
    list: () =>
      run(async (s3, client) => {
        const found: StoredBackup[] = [];
        const abortSignal = AbortSignal.timeout(ANSWER_MS);
        const pages = s3.paginateListObjectsV2({ client }, { Bucket, Prefix: settings.prefix }, { abortSignal });
        for await (const { Contents = [] } of pages) {
          for (const { Key = "", Size = 0 } of Contents) {
            const name = Key.slice(settings.prefix.length);
            const madeAt = readBackupName(name);
            if (madeAt) found.push({ name, madeAt, bytes: Size });
          }
        }
        return found.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
      }),
    put: async (file, signal) => {
      const Key = keyOf(basename(file));
      const { size } = await stat(file);
      await upload(file, Key, { partBytes: PART_BYTES, type: "application/gzip", ...(signal ? { signal } : {}) });
      await run(async (s3, client) => {
        const { ContentLength } = await client.send(new s3.HeadObjectCommand({ Bucket, Key }));
        if (ContentLength !== size) throw new Error(`${ContentLength} bytes arrived of ${size}.`);
      });
    },
    read,
    fetchTo: async (name, file) => {
      const found = await read(name);
      if (!found) return false;
      return run(async () => {
        try {
          await pipeline(found.content, createWriteStream(file, { mode: 0o600, flags: "wx" }));
          const { size } = await stat(file);
          if (size !== found.bytes) throw new Error(`${size} bytes came of ${found.bytes}.`);
          return true;
        } catch (error) {
          await rm(file, { force: true });
          throw error;
        }
      });
    },
    remove,
    tryWriting: async () => {
      const name = `calabash-doctor-${process.pid}.txt`;
      await run((s3, client) =>
        client.send(new s3.PutObjectCommand({ Bucket, Key: keyOf(name), Body: "The doctor was here.\n" }), {
          abortSignal: AbortSignal.timeout(ANSWER_MS),
        }),
      );
      await remove(name);
    },
  };
}
