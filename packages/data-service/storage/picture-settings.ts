import type { PageSizes } from "./picture-size.ts";

export interface PictureSettings {
  pages: PageSizes;
  /** Memory that one picture may take while a size of it is made. */
  maxBytesInMemory: number;
  /** Sizes of the site's own pages that may wait to be made; other sizes, a tenth of that. */
  maxWaiting: number;
  /** Maximum of one client. */
  maxWaitingPerClient: number;
  /** Kept sizes of the site's own pages; other sizes have a tenth of that for themselves. */
  maxCachedBytes: number;
}

export const defaultPictureSettings: PictureSettings = {
  pages: { widths: [160, 320, 480, 640, 800, 1200], quality: 65 },
  maxBytesInMemory: 100 * 1024 * 1024,
  maxWaiting: 400,
  maxWaitingPerClient: 100,
  maxCachedBytes: 512 * 1024 * 1024,
};
