import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { S3Client } from "@aws-sdk/client-s3";
import { fieldsOf, textIn } from "#app/values/unknown-value.ts";
import type { BucketSettings } from "#server/settings/bucket-settings.ts";
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

/** Without details of the request and without a key, because it is shown and logged. */
export class BucketError extends Error {
  override readonly name = "BucketError";
}

/** With two under way, a backup of any size takes no more memory than this, three times. */
const PART_BYTES = 8 * 1024 * 1024;
/** A whole part must pass within it. */
const REQUEST_MS = 120_000;
const ANSWER_MS = 15_000;

/** Asks nothing yet; the store's library is loaded with the first question. */
export function openBucket(settings: BucketSettings): Bucket {
  const place = settings.endpoint
    ? `${settings.name} at ${new URL(settings.endpoint).host}`
    : `${settings.name} at Amazon S3, ${settings.region}`;
  let opened: Promise<{ s3: typeof import("@aws-sdk/client-s3"); client: S3Client }> | null = null;
  const Bucket = settings.name;
  const keyOf = (name: string) => `${settings.prefix}${name}`;

  function open() {
    opened ??= import("@aws-sdk/client-s3").then((s3) => ({ s3, client: newClient(s3, settings) }));
    return opened;
  }

  /** Tells what went wrong in the store's own words. */
  async function run<Answer>(question: (opened: Awaited<ReturnType<typeof open>>) => Promise<Answer>): Promise<Answer> {
    const store = await open();
    try {
      return await question(store);
    } catch (error) {
      throw asBucketError(error, place, settings);
    }
  }

  const read = (name: string) =>
    run(async ({ s3, client }): Promise<StoredContent | null> => {
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
    run(async ({ s3, client }) => {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: keyOf(name) }));
    });

  return {
    place,
    list: () =>
      run(async ({ s3, client }) => {
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
    put: (file, signal) =>
      run(async ({ s3, client }) => {
        const { Upload } = await import("@aws-sdk/lib-storage");
        const Key = keyOf(basename(file));
        const { size } = await stat(file);
        const upload = new Upload({
          client,
          params: { Bucket, Key, Body: createReadStream(file), ContentType: "application/gzip" },
          partSize: PART_BYTES,
          queueSize: 2,
        });
        const abort = () => void upload.abort();
        signal?.throwIfAborted();
        signal?.addEventListener("abort", abort);
        try {
          await upload.done();
        } finally {
          signal?.removeEventListener("abort", abort);
        }
        const { ContentLength } = await client.send(new s3.HeadObjectCommand({ Bucket, Key }));
        if (ContentLength !== size) throw new Error(`${ContentLength} bytes arrived of ${size}.`);
      }),
    read,
    fetchTo: async (name, file) => {
      const found = await read(name);
      if (!found) return false;
      try {
        await pipeline(found.content, createWriteStream(file, { mode: 0o600, flags: "wx" }));
        const { size } = await stat(file);
        if (size !== found.bytes) throw new Error(`${size} bytes came of ${found.bytes}.`);
        return true;
      } catch (error) {
        await rm(file, { force: true });
        throw asBucketError(error, place, settings);
      }
    },
    remove,
    tryWriting: async () => {
      const name = `calabash-doctor-${process.pid}.txt`;
      await run(({ s3, client }) =>
        client.send(new s3.PutObjectCommand({ Bucket, Key: keyOf(name), Body: "The doctor was here.\n" }), {
          abortSignal: AbortSignal.timeout(ANSWER_MS),
        }),
      );
      await remove(name);
    },
  };
}

function newClient(s3: typeof import("@aws-sdk/client-s3"), settings: BucketSettings): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings;
  return new s3.S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Other stores have no host for each bucket, and not all of them take checksums at a body's end.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5000, requestTimeout: REQUEST_MS, throwOnRequestTimeout: true },
    maxAttempts: 3,
  });
}

function asBucketError(error: unknown, place: string, settings: BucketSettings): BucketError {
  const { name, $metadata } = fieldsOf(error);
  const message = textIn(error, "message");
  const status = fieldsOf($metadata)["httpStatusCode"];
  const words = [name === "Error" ? "" : name, message === "UnknownError" ? "" : message, status && `(${status})`]
    .filter(Boolean)
    .join(" ");
  // Stores quote what they were given.
  const quiet = words.replaceAll(settings.secretAccessKey, "…").replaceAll(settings.accessKeyId, "…");
  return new BucketError(`The bucket ${place} answered: ${quiet}`);
}
