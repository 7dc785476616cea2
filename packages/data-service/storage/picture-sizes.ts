import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import PQueue from "p-queue";
import { networkOf } from "../client-network.ts";
import { openCachedPictures } from "./cached-pictures.ts";
import type { ObjectFiles } from "./object-files.ts";
import type { PictureSettings } from "./picture-settings.ts";
import type { PictureSize } from "./picture-size.ts";
import { resizePicture } from "./resize-picture.ts";
import { objectNotFound, slowDown } from "./storage-error.ts";

/** Client that requests a size, and whether it is still connected. */
export interface Requester {
  /** Null for a call within the process. */
  address: string | null;
  signal: AbortSignal;
  /** True for a prefetch, which is created after all sizes that clients wait for. */
  isAhead?: boolean;
}

export interface PictureSizes {
  /**
   * Returns a stored image in another size, which is created once and cached.
   * @throws StorageError 503 SlowDown if too many are waiting
   */
  render(version: string, size: PictureSize, requester: Requester): Promise<Buffer>;
  /** For metrics and tests. */
  counts(): { made: number; waiting: number; cachedBytes: number };
}

interface Job {
  name: string;
  progress: { isStarted: boolean };
  bytes: Promise<Buffer>;
  requesterCount: number;
  gaveUp: AbortController;
  /** Moves a prefetch among the jobs that clients wait for. */
  hurry(): void;
}

const OTHERS_SHARE = 10;

/**
 * Resizes stored images and caches the results in `folder`. Sizes of the store's pages are also cached in
 * `files.sizes`, if all processes share one, and come first in the queue; after them, the client with the fewest
 * waiting jobs. One core stays free.
 * @param logError receives errors of the caches; the size is sent all the same
 */
export async function openPictureSizes(
  folder: string,
  files: Pick<ObjectFiles, "source" | "sizes">,
  settings: PictureSettings,
  logError: (error: unknown) => void,
): Promise<PictureSizes> {
  const { maxWaiting, maxWaitingPerClient, maxCachedBytes, maxBytesInMemory } = settings;
  // A separate cache, so that other sizes never evict those of the pages.
  const pages = await openCachedPictures(join(folder, "pages"), maxCachedBytes);
  const others = await openCachedPictures(join(folder, "others"), Math.ceil(maxCachedBytes / OTHERS_SHARE));
  const queue = new PQueue({ concurrency: Math.max(1, availableParallelism() - 1) });
  const jobs = new Map<string, Job>();
  const sharedReads = new Map<string, Promise<Buffer | null>>();
  const waitingOf = new Map<string, number>();
  let waitingOthers = 0;
  let made = 0;
  let cachedBytes = 0;

  return {
    render: async (version, size, requester) => {
      const store = size.isOfPages ? pages : others;
      const name = nameOf(version, size);
      const found = (await store.read(name)) ?? (await readShared(version, name, size));
      if (found) return found;
      const known = jobs.get(name);
      // A client now waits for a prefetch that has not started.
      if (known && !requester.isAhead) known.hurry();
      const job =
        known ??
        begin(name, size, requester, async () => {
          const source = await files.source(version);
          if (source === null) throw objectNotFound();
          const bytes = await resizePicture(source, size, maxBytesInMemory);
          await store.save(name, bytes).catch(logError);
          if (size.isOfPages) await files.sizes?.save(version, name, bytes).catch(logError);
          made += 1;
          cachedBytes = pages.size() + others.size();
          return bytes;
        });
      return wait(job, requester.signal, forget);
    },
    counts: () => ({ made, waiting: queue.size, cachedBytes }),
  };

  /** Reads a size that another process created. Concurrent requests share the read. */
  function readShared(version: string, name: string, { isOfPages }: PictureSize): Promise<Buffer | null> {
    const { sizes } = files;
    // Other sizes would fill the shared cache without limit.
    if (!sizes || !isOfPages || jobs.has(name)) return Promise.resolve(null);
    const known = sharedReads.get(name);
    if (known !== undefined) return known;
    const read = sizes
      .read(version, name)
      .then(async (bytes) => {
        if (bytes) await pages.save(name, bytes).catch(logError);
        return bytes;
      })
      .finally(() => sharedReads.delete(name));
    sharedReads.set(name, read);
    return read;
  }

  function begin(
    name: string,
    { isOfPages }: PictureSize,
    { address, isAhead = false }: Requester,
    make: () => Promise<Buffer>,
  ): Job {
    const client = networkOf(address);
    const waitingOfClient = waitingOf.get(client) ?? 0;
    const share = isOfPages ? 1 : OTHERS_SHARE;
    if (waitingOfClient >= maxWaitingPerClient / share) throw slowDown();
    if ((isOfPages ? queue.size : waitingOthers) >= maxWaiting / share) throw slowDown();

    waitingOf.set(client, waitingOfClient + 1);
    if (!isOfPages) waitingOthers += 1;
    const gaveUp = new AbortController();
    const progress = { isStarted: false };
    const makeNow = () => {
      progress.isStarted = true;
      return make();
    };
    const bytes = queue
      .add(makeNow, {
        id: name,
        signal: gaveUp.signal,
        priority: isAhead ? Number.MIN_SAFE_INTEGER : (isOfPages ? maxWaiting : 0) - waitingOfClient,
      })
      .finally(() => {
        forget(job);
        if (!isOfPages) waitingOthers -= 1;
        const left = (waitingOf.get(client) ?? 1) - 1;
        if (left === 0) waitingOf.delete(client);
        else waitingOf.set(client, left);
      });
    // Without this handler, the error would be unhandled after all waiting clients have disconnected.
    bytes.catch(() => undefined);
    const hurry = () => {
      if (isAhead && !progress.isStarted) queue.setPriority(name, isOfPages ? maxWaiting : 0);
    };
    const job: Job = { name, progress, bytes, requesterCount: 0, gaveUp, hurry };
    jobs.set(name, job);
    return job;
  }

  function forget(job: Job): void {
    if (jobs.get(job.name) === job) jobs.delete(job.name);
  }
}

/** Waits for a job. A job that has not started is dropped when all its clients have disconnected. */
async function wait(job: Job, signal: AbortSignal, forget: (job: Job) => void): Promise<Buffer> {
  job.requesterCount += 1;
  const leave = () => {
    job.requesterCount -= 1;
    if (job.requesterCount > 0 || job.progress.isStarted) return;
    forget(job);
    job.gaveUp.abort(new Error("aborted"));
  };
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  try {
    return await job.bytes;
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

function nameOf(version: string, { width, height, resize, quality, format }: PictureSize): string {
  const text = [version, width, height, resize, quality, format].join("/");
  return `${createHash("sha256").update(text).digest("hex").slice(0, 40)}.picture`;
}
