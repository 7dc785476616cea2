import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { BucketSettings } from "#server/base/bucket-settings.ts";

interface Answer {
  status: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

export interface S3Store {
  /** Stored objects by key. */
  objects: Map<string, Buffer>;
  /** When each object was written. */
  writtenAt: Map<string, Date>;
  /** Parts of unfinished multipart uploads, by upload id. */
  uploads: Map<string, Map<number, Buffer>>;
  /** All requests so far, such as `PUT market/a.tar.gz?partNumber=1`. */
  requests: string[];
  /** Returns whether a request gets a 403. */
  failing: (method: string, key: string, query: URLSearchParams) => boolean;
  /** Maximum number of objects on a page of a list. */
  pageSize: number;
  settings: BucketSettings;
}

export interface RunningS3Store {
  store: S3Store;
  settings: BucketSettings;
  close(): void;
}

const BUCKET = "market";
const REGION = "us-south-1";
const keys = { accessKeyId: "AKIAOFTHETESTS", secretAccessKey: "the+secret/of+the/tests" };

/**
 * Starts a fake S3 server with one bucket that behaves as Amazon documents: it recomputes each request's signature
 * (version 4) and rejects a mismatch.
 */
export async function startS3Store(): Promise<RunningS3Store> {
  const server = createServer(async (request, response) => {
    const {
      status,
      body = "",
      headers = {},
    } = await answer(store, request).catch((error: Error) => ({ status: 500, body: error.message, headers: {} }));
    const isHead = request.method === "HEAD";
    response.writeHead(status, { "content-length": String(Buffer.byteLength(body)), ...headers });
    response.end(isHead ? undefined : body);
  });
  await new Promise<void>((open) => server.listen(0, "127.0.0.1", open));
  const settings: BucketSettings = {
    name: BUCKET,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: REGION,
    prefix: "",
    ...keys,
  };
  const store: S3Store = {
    objects: new Map(),
    writtenAt: new Map(),
    uploads: new Map(),
    requests: [],
    failing: () => false,
    pageSize: 1000,
    settings,
  };
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { store, settings, close };
}

/** Starts a fake S3 server that stops at the end of the test. */
export async function anS3Store(): Promise<S3Store> {
  const { store, close } = await startS3Store();
  onTestFinished(close);
  return store;
}

/** Returns the environment variables of a store with this bucket. */
export function bucketVariables({ settings }: S3Store): Record<string, string> {
  return {
    BACKUP_S3_BUCKET: settings.name,
    BACKUP_S3_ACCESS_KEY_ID: settings.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    BACKUP_S3_ENDPOINT: settings.endpoint ?? "",
    BACKUP_S3_REGION: settings.region,
  };
}

async function answer(store: S3Store, request: IncomingMessage): Promise<Answer> {
  const method = request.method ?? "";
  const [path = "", search = ""] = (request.url ?? "").split("?");
  const query = new URLSearchParams(search);
  const body = await bodyOf(request);
  store.requests.push(`${method} ${path.slice(1)}${search ? `?${search}` : ""}`);
  const rejection = rejectionOf(request, method, path, query, body);
  if (rejection) return rejection;
  const [, bucket = "", ...rest] = path.split("/");
  const key = decodeURIComponent(rest.join("/"));
  if (bucket !== BUCKET) return failure(404, "NoSuchBucket", "The specified bucket does not exist");
  if (store.failing(method, key, query)) return failure(403, "AccessDenied", `Access Denied to ${keys.accessKeyId}`);
  if (method === "GET" && key === "") return listed(store, query);
  const uploadId = query.get("uploadId");
  if (uploadId !== null || query.has("uploads")) return inParts(store, method, key, query, body);
  if (method === "PUT") return written(store, key, body);
  if (method === "DELETE") {
    store.objects.delete(key);
    return { status: 204 };
  }
  const found = store.objects.get(key);
  if (!found) return failure(404, "NoSuchKey", "The specified key does not exist.");
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
  if (start === undefined) return { status: 200, body: found, headers: { etag: etagOf(found) } };
  const range = { "content-range": `bytes ${start}-${end}/${found.length}` };
  return { status: 206, body: found.subarray(Number(start), Number(end) + 1), headers: range };
}

function written(store: S3Store, key: string, body: Buffer): Answer {
  store.objects.set(key, body);
  store.writtenAt.set(key, new Date());
  return { status: 200, headers: { etag: etagOf(body) } };
}

function inParts(store: S3Store, method: string, key: string, query: URLSearchParams, body: Buffer): Answer {
  if (method === "POST" && query.has("uploads")) {
    const id = `upload-${store.uploads.size + 1}`;
    store.uploads.set(id, new Map());
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }
  const id = query.get("uploadId") ?? "";
  const parts = store.uploads.get(id);
  if (!parts) return failure(404, "NoSuchUpload", "The specified upload does not exist.");
  if (method === "PUT") {
    parts.set(Number(query.get("partNumber")), body);
    return { status: 200, headers: { etag: etagOf(body) } };
  }
  store.uploads.delete(id);
  if (method === "DELETE") return { status: 204 };
  const inOrder = [...parts].toSorted(([one], [other]) => one - other).map(([, part]) => part);
  const tooSmall = inOrder.slice(0, -1).some((part) => part.length < 5 * 1024 * 1024);
  if (tooSmall) return failure(400, "EntityTooSmall", "Your proposed upload is smaller than allowed");
  written(store, key, Buffer.concat(inOrder));
  return xml(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
}

function listed({ objects, writtenAt, pageSize }: S3Store, query: URLSearchParams): Answer {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter");
  const isDirect = (key: string) => !delimiter || !key.slice(prefix.length).includes(delimiter);
  const names = [...objects.keys()].filter((key) => key.startsWith(prefix) && isDirect(key)).sort();
  const from = Number(query.get("continuation-token") ?? 0);
  const page = names.slice(from, from + pageSize);
  const isLast = from + pageSize >= names.length;
  const contents = page.map((key) => {
    const modified = (writtenAt.get(key) ?? new Date()).toISOString();
    const size = objects.get(key)?.length;
    return `<Contents><Key>${key}</Key><Size>${size}</Size><LastModified>${modified}</LastModified></Contents>`;
  });
  const next = isLast ? "" : `<NextContinuationToken>${from + pageSize}</NextContinuationToken>`;
  return xml(`<ListBucketResult><IsTruncated>${!isLast}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`);
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function rejectionOf(
  request: IncomingMessage,
  method: string,
  path: string,
  query: URLSearchParams,
  body: Buffer,
): Answer | null {
  const given = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/.exec(
    request.headers.authorization ?? "",
  );
  const [, keyId, scope = "", signedHeaders = "", signature] = given ?? [];
  if (!given) return failure(403, "AccessDenied", "Access Denied");
  if (keyId !== keys.accessKeyId) {
    return failure(403, "InvalidAccessKeyId", `The AWS Access Key Id ${keyId} does not exist in our records.`);
  }
  const hash = String(request.headers["x-amz-content-sha256"]);
  if (hash !== "UNSIGNED-PAYLOAD" && hash !== sha256(body)) {
    return failure(400, "XAmzContentSHA256Mismatch", "The provided hash does not match what was computed.");
  }
  const canonical = [
    method,
    path,
    [...query]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join("&"),
    ...signedHeaders.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}`),
    "",
    signedHeaders,
    hash,
  ].join("\n");
  const time = String(request.headers["x-amz-date"]);
  const signingKey = [...scope.split("/")].reduce<string | Buffer>(
    (key, part) => hmac(key, part),
    `AWS4${keys.secretAccessKey}`,
  );
  const expected = hmac(signingKey, ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n"));
  if (expected.toString("hex") === signature) return null;
  return failure(403, "SignatureDoesNotMatch", "The request signature does not match the signature you provided.");
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const hmac = (key: string | Buffer, content: string) => createHmac("sha256", key).update(content).digest();
const etagOf = (content: Buffer) => `"${createHash("md5").update(content).digest("hex")}"`;

function xml(content: string): Answer {
  return { status: 200, body: `<?xml version="1.0"?>${content}`, headers: { "content-type": "application/xml" } };
}

function failure(status: number, code: string, message: string): Answer {
  return { ...xml(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`), status };
}
