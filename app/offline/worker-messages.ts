/** Messages from a page to the service worker. */
export type MessageToWorker =
  /** Pages and assets that were loaded before the worker was there. */
  { type: "save"; urls: string[] } | { type: "delete-private-pages" };

/** Messages from the service worker to a page. */
export type MessageToPage =
  /** Data of the page came from the device. */
  { type: "saved"; savedAt: string } | { type: "fresh" };
