import crypto from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { BucketSettings } from "#server/settings/bucket-settings.ts";

export interface S3Server {
  settings: BucketSettings;
  /** Folder in which the server keeps each object as a file. */
  folder: string;
  close(): Promise<void>;
}

replaceDes();

/** Starts s3rver, a third-party S3 server, with one empty bucket on this machine. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), "calabash-s3-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "images", configs: [] }],
  });
  const { port } = await server.run();
  return {
    // Credentials of its only account.
    settings: {
      name: "images",
      endpoint: `http://127.0.0.1:${port}`,
      region: "us-east-1",
      prefix: "",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    },
    folder: join(directory, "images"),
    close: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * s3rver encrypts the token of a list's second page, after 1,000 objects, with DES, which OpenSSL no longer supports.
 * This uses AES instead, with key and vector repeated twice.
 */
function replaceDes(): void {
  const { createCipheriv, createDecipheriv } = crypto;
  const twice = (bytes: Buffer) => Buffer.concat([bytes, bytes]);
  Object.assign(crypto, {
    createCipheriv: (name: string, key: Buffer, vector: Buffer) =>
      name === "des" ? createCipheriv("aes-128-cbc", twice(key), twice(vector)) : createCipheriv(name, key, vector),
    createDecipheriv: (name: string, key: Buffer, vector: Buffer) =>
      name === "des" ? createDecipheriv("aes-128-cbc", twice(key), twice(vector)) : createDecipheriv(name, key, vector),
  });
}
