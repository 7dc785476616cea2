import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
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
  /** Uploads a file in parts; either all of it is stored, or nothing. */
  upload(file: string, key: string, options: { partBytes: number; type: string; signal?: AbortSignal }): Promise<void>;
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

  return {
    place,
    run,
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
