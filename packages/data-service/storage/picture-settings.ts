import type { PageSizes } from "./picture-size.ts";

export interface PictureSettings {
  pages: PageSizes;
  /** Bytes of memory that resizing an image may use. */
  maxBytesInMemory: number;
  /** Sizes of the store's pages that may wait; a tenth of that for other sizes. */
  maxWaiting: number;
  /** The same limit per client. */
  maxWaitingPerClient: number;
  /** Bytes of cached sizes of the store's pages; a tenth of that for other sizes. */
  maxCachedBytes: number;
}

export const defaultPictureSettings: PictureSettings = {
  pages: { widths: [160, 320, 480, 640, 800, 1200], quality: 65 },
  maxBytesInMemory: 100 * 1024 * 1024,
  maxWaiting: 400,
  maxWaitingPerClient: 100,
  maxCachedBytes: 512 * 1024 * 1024,
};
