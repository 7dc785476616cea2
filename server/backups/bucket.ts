import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BucketSettings } from "#server/base/bucket-settings.ts";
import { connectS3 } from "#server/files/s3-connection.ts";
import { type Backup, readBackupName } from "./stored-backups.ts";

export interface StoredBackup extends Backup {
  bytes: number;
}

export type StoredContent = { bytes: number; content: Readable };

/** External S3 bucket that holds copies of backups. */
export interface Bucket {
  /** Name to show to people, without a key. */
  place: string;
  /** Returns the backups, newest first; other files are ignored. */
  list(): Promise<StoredBackup[]>;
  /** Uploads a file in parts under its own name; either all of it is stored, or nothing. */
  put(file: string, signal?: AbortSignal): Promise<void>;
  /** Returns null if there is no backup of this name. */
  read(name: string): Promise<StoredContent | null>;
  /** Downloads a backup into a new file. @returns whether there is a backup of this name */
  fetchTo(name: string, file: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** Writes a small object and removes it. */
  tryWriting(): Promise<void>;
}

/** Two parts are uploaded at once, so a backup of any size needs at most three times this memory. */
const PART_BYTES = 8 * 1024 * 1024;
/** Timeout for one whole part. */
const REQUEST_MS = 120_000;
const ANSWER_MS = 15_000;

/** Sends no request yet; the S3 library is loaded with the first request. */
export function openBucket(settings: BucketSettings): Bucket {
  const { place, run, upload, get, put, list, remove } = connectS3(settings, { requestMs: REQUEST_MS });
  const keyOf = (name: string) => `${settings.prefix}${name}`;
  const read = (name: string) => get(keyOf(name));

  return {
    place,
    list: async () =>
      (await list(settings.prefix, { timeoutMs: ANSWER_MS }))
        .flatMap(({ key, bytes }) => {
          const backup = readBackupName(key.slice(settings.prefix.length));
          return backup ? [{ ...backup, bytes }] : [];
        })
        .toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime()),
    put: async (file, signal) => {
      const Key = keyOf(basename(file));
      const { size } = await stat(file);
      await upload(file, Key, { partBytes: PART_BYTES, type: "application/gzip", ...(signal ? { signal } : {}) });
      await run(async (s3, client) => {
        const { ContentLength } = await client.send(new s3.HeadObjectCommand({ Bucket: settings.name, Key }));
        if (ContentLength !== size) throw new Error(`The bucket stored ${ContentLength} of ${size} bytes.`);
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
          if (size !== found.bytes) throw new Error(`Received ${size} of ${found.bytes} bytes.`);
          return true;
        } catch (error) {
          await rm(file, { force: true });
          throw error;
        }
      });
    },
    remove: (name) => remove(keyOf(name)),
    tryWriting: async () => {
      const key = keyOf(`calabash-doctor-${process.pid}.txt`);
      await put(key, Buffer.from("Written by npm run doctor.\n"), { timeoutMs: ANSWER_MS });
      await remove(key);
    },
  };
}
