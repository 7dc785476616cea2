/** Messages from a page to the service worker. */
export type MessageToWorker =
  /** Saves pages and assets that were loaded before the worker was active. */
  { type: "save"; urls: string[] } | { type: "delete-pages" };

/** Messages from the service worker to a page. */
export type MessageToPage =
  /** Data of the page came from the device; the page confirms on the port, if there is one, that it shows the note. */
  { type: "saved"; savedAt: string } | { type: "fresh" };
