import { randomBytes } from "node:crypto";
import { arrayBuffer } from "node:stream/consumers";
import { createObjectFiles, FilesUnavailable, type ObjectFiles } from "@calabash/data-service/storage";
import { afterAll, describe, expect, test } from "vitest";
import { aFolder } from "#tests/a-folder.ts";
import { startS3Store } from "#tests/s3-store.ts";
import { copyStoredFiles } from "./copy-files.ts";
import { openImageBucket } from "./image-bucket.ts";

let prefixes = 0;
const server = await startS3Store();
afterAll(() => server.close());

const filesInFolder = () => createObjectFiles(aFolder());

/** Opens a folder of the bucket that no other test uses. */
function aBucket(): ObjectFiles {
  prefixes += 1;
  return openImageBucket({ ...server.settings, prefix: `store-${prefixes}/` });
}

async function bytesOf(content: ReadableStream<Uint8Array> | null): Promise<Buffer | null> {
  return content && Buffer.from(await arrayBuffer(content));
}

const MISSING = "00000000-0000-4000-8000-000000000000";

describe.for([
  ["a folder", filesInFolder],
  ["a bucket", aBucket],
] as const)("%s", ([, open]) => {
  test("stored bytes can be read completely and by range", async () => {
    const files = open();
    const bytes = randomBytes(300_000);
    const version = await files.add(bytes);
    expect((await bytesOf(await files.read(version)))?.equals(bytes)).toBe(true);
    expect(await bytesOf(await files.read(version, { start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20));
    expect(await files.add(bytes, MISSING)).toBe(MISSING);
    expect(await bytesOf(await files.read(MISSING))).toEqual(bytes);
  });

  test("a missing file is null for reads, and removing it again does nothing", async () => {
    const files = open();
    expect(await files.read(MISSING)).toBeNull();
    await files.remove(MISSING);
    expect(await files.list()).toEqual([]);
  });

  test("a list contains each file with its time, and listed files can be removed", async () => {
    const files = open();
    const versions = [await files.add(Buffer.from("one")), await files.add(Buffer.from("two"))];
    await files.sizes?.save(versions[0] ?? "", "small.picture", Buffer.from("o"));
    const listed = await files.list();
    expect(listed.map(({ version }) => version).sort()).toEqual(versions.toSorted());
    for (const { file, modifiedAt } of listed) {
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000);
      await files.removeFile(file);
    }
    expect(await files.list()).toEqual([]);
  });

  test("names that leave the folder are rejected", async () => {
    const files = open();
    expect(await files.list()).toEqual([]);
    for (const name of ["../keys.json", "sizes/x", ""]) {
      await expect(async () => files.read(name)).rejects.toThrow("not an object version");
      await expect(async () => files.remove(name)).rejects.toThrow("not an object version");
      await expect(async () => files.source(name)).rejects.toThrow("not an object version");
    }
  });
});

test("image sizes in a bucket are deleted with their original", async () => {
  const files = aBucket();
  const [one, other] = [await files.add(Buffer.from("one")), await files.add(Buffer.from("other"))];
  await files.sizes?.save(one, "320.picture", Buffer.from("1"));
  await files.sizes?.save(other, "320.picture", Buffer.from("2"));
  expect(await files.sizes?.read(one, "320.picture")).toEqual(Buffer.from("1"));
  await files.remove(one);
  expect(await files.sizes?.read(one, "320.picture")).toBeNull();
  expect(await files.sizes?.read(other, "320.picture")).toEqual(Buffer.from("2"));
});

test("files are copied to a bucket and back, and an interrupted copy continues", async () => {
  const [folder, bucket, back] = [filesInFolder(), aBucket(), filesInFolder()];
  const versions: string[] = [];
  for (let count = 0; count < 120; count += 1) versions.push(await folder.add(Buffer.from(`image ${count}`)));
  await bucket.add(Buffer.from("image 7"), versions[7]);
  const lines: string[] = [];
  expect(await copyStoredFiles(folder, bucket, (line) => lines.push(line))).toEqual({ copied: 119, present: 1 });
  expect(lines).toEqual(["120 files, 1 of them already copied.", "100 of 119 copied…"]);
  expect(await copyStoredFiles(bucket, back, () => undefined)).toEqual({ copied: 120, present: 0 });
  expect(await bytesOf(await back.read(versions[119] ?? ""))).toEqual(Buffer.from("image 119"));
});

test("a bucket that does not respond, or rejects the keys, is unavailable, and no key is quoted", async () => {
  for (const settings of [
    { ...server.settings, secretAccessKey: "mistyped/secret" },
    { ...server.settings, endpoint: "http://127.0.0.1:9" },
  ]) {
    const error = await openImageBucket(settings)
      .add(Buffer.from("x"))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FilesUnavailable);
    expect(String(error)).toContain(`The bucket ${settings.name} at 127.0.0.1`);
    expect(String(error)).not.toContain("mistyped");
  }
});
