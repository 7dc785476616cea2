import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { CompletedPart, S3Client } from "@aws-sdk/client-s3";
import { fieldsOf, textIn } from "#app/values/unknown-value.ts";
import type { BucketSettings } from "#server/base/bucket-settings.ts";

type Library = typeof import("@aws-sdk/client-s3");

/** The AWS library, with a client for one bucket. */
export interface S3Connection {
  /** Name and host of the bucket, without a key. */
  place: string;
  /** Runs calls; the library is loaded with the first. @throws the error that `toError` creates for a failure */
  run<Result>(calls: (s3: Library, client: S3Client) => Promise<Result>): Promise<Result>;
  /** Returns null if there is no such object. */
  get(key: string, range?: string): Promise<{ bytes: number; content: Readable } | null>;
  /** Returns the whole object. */
  getAll(key: string): Promise<Buffer | null>;
  put(key: string, content: Uint8Array, options?: { timeoutMs?: number }): Promise<void>;
  /** Lists the objects whose keys start with the prefix; a delimiter excludes subfolders. */
  list(prefix: string, options?: { delimiter?: string; timeoutMs?: number }): Promise<StoredObject[]>;
  remove(key: string): Promise<void>;
  /** Uploads a file in parts; either all of it is stored, or nothing. */
  upload(file: string, key: string, options: { partBytes: number; type: string; signal?: AbortSignal }): Promise<void>;
}

export interface StoredObject {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/** Failed request to a bucket. The message is shown and logged, so it contains no key and no request details. */
export class BucketError extends Error {
  override readonly name = "BucketError";
}

/**
 * Connects to a bucket. No request is sent yet.
 * @param options.requestMs timeout of one request
 * @param options.toError creates the error for a failure; default `BucketError`
 */
export function connectS3(
  settings: BucketSettings,
  options: { requestMs: number; toError?: (message: string) => Error },
): S3Connection {
  const { requestMs, toError = (message) => new BucketError(message) } = options;
  const place = settings.endpoint
    ? `${settings.name} at ${new URL(settings.endpoint).host}`
    : `${settings.name} at Amazon S3, ${settings.region}`;
  let opened: Promise<{ s3: Library; client: S3Client }> | null = null;

  function load() {
    opened ??= import("@aws-sdk/client-s3").then((s3) => ({ s3, client: newClient(s3, settings, requestMs) }));
    return opened;
  }

  const run: S3Connection["run"] = async (calls) => {
    const { s3, client } = await load();
    try {
      return await calls(s3, client);
    } catch (error) {
      throw toError(failureText(error, place, settings));
    }
  };

  const get: S3Connection["get"] = (Key, Range) =>
    run(async (s3, client) => {
      try {
        const input = { Bucket: settings.name, Key, ...(Range ? { Range } : {}) };
        const { Body, ContentLength = 0 } = await client.send(new s3.GetObjectCommand(input));
        if (!(Body instanceof Readable)) throw new Error("The bucket sent no stream.");
        return { bytes: ContentLength, content: Body };
      } catch (error) {
        if (error instanceof s3.NoSuchKey) return null;
        throw error;
      }
    });

  return {
    place,
    run,
    get,
    getAll: async (key) => {
      const found = await get(key);
      // Inside `run`, because the connection may fail after the first bytes.
      return found && run(() => buffer(found.content));
    },
    put: (Key, Body, options) =>
      run(async (s3, client) => {
        const input = { Bucket: settings.name, Key, Body, ContentLength: Body.byteLength };
        await client.send(new s3.PutObjectCommand(input), within(options));
      }),
    list: (Prefix, { delimiter, ...options } = {}) =>
      run(async (s3, client) => {
        const found: StoredObject[] = [];
        const input = { Bucket: settings.name, Prefix, ...(delimiter ? { Delimiter: delimiter } : {}) };
        for await (const { Contents = [] } of s3.paginateListObjectsV2({ client }, input, within(options))) {
          for (const { Key = "", Size = 0, LastModified = new Date() } of Contents) {
            found.push({ key: Key, bytes: Size, modifiedAt: LastModified });
          }
        }
        return found;
      }),
    remove: (Key) =>
      run(async (s3, client) => {
        await client.send(new s3.DeleteObjectCommand({ Bucket: settings.name, Key }));
      }),
    upload: (file, key, { partBytes, type, signal }) =>
      run(async (s3, client) => {
        const target = { Bucket: settings.name, Key: key };
        const options = signal ? { abortSignal: signal } : {};
        const { UploadId } = await client.send(
          new s3.CreateMultipartUploadCommand({ ...target, ContentType: type }),
          options,
        );
        const upload = { ...target, UploadId };
        try {
          const Parts: CompletedPart[] = [];
          for await (const Body of partsOf(file, partBytes)) {
            const PartNumber = Parts.length + 1;
            const { ETag } = await client.send(new s3.UploadPartCommand({ ...upload, PartNumber, Body }), options);
            Parts.push({ PartNumber, ETag });
          }
          await client.send(new s3.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), options);
        } catch (error) {
          // The store would keep the parts, and bill them.
          await client.send(new s3.AbortMultipartUploadCommand(upload)).catch(() => undefined);
          throw error;
        }
      }),
  };
}

/** Limits the time of all requests of a call together. */
function within({ timeoutMs }: { timeoutMs?: number } = {}) {
  return timeoutMs ? { abortSignal: AbortSignal.timeout(timeoutMs) } : {};
}

/** Reads a file in parts of equal size; the last one is smaller. An empty file has one empty part. */
async function* partsOf(file: string, partBytes: number): AsyncGenerator<Buffer> {
  const { size } = await stat(file);
  for (let start = 0; start === 0 || start < size; start += partBytes) {
    yield buffer(createReadStream(file, { start, end: start + partBytes - 1 }));
  }
}

function newClient(s3: Library, settings: BucketSettings, requestTimeout: number): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings;
  return new s3.S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // S3-compatible stores may have no host name per bucket, and some do not support trailing checksums.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5000, requestTimeout, throwOnRequestTimeout: true },
    maxAttempts: 3,
  });
}

/** Returns the error message of the S3 store without keys. */
function failureText(error: unknown, place: string, settings: BucketSettings): string {
  const { name, $metadata } = fieldsOf(error);
  const message = textIn(error, "message");
  const status = fieldsOf($metadata)["httpStatusCode"];
  const words = [name === "Error" ? "" : name, message === "UnknownError" ? "" : message, status && `(${status})`]
    .filter(Boolean)
    .join(" ");
  // The store's message may contain the keys.
  const quiet = words.replaceAll(settings.secretAccessKey, "…").replaceAll(settings.accessKeyId, "…");
  return `The bucket ${place} responded: ${quiet}`;
}
