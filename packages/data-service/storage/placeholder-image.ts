import type { Context } from "hono";
import { objectNotFound } from "./storage-error.ts";

const PLACEHOLDER = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><path fill="#ece8e1" d="M0 0h400v400H0z"/><g fill="none" stroke="#8a8378" stroke-width="10" stroke-linejoin="round"><rect x="120" y="135" width="160" height="130" rx="12"/><path d="m130 250 45-50 32 34 25-24 38 40"/><circle cx="235" cy="175" r="12"/></g></svg>`;

/**
 * Responds for an object whose file is missing: 404, with a placeholder image if the request comes from an `<img>`,
 * which displays the body of any status. The response is not cached, so that the image reappears once its file is
 * restored.
 * @throws StorageError for all other requests
 */
export function answerMissingFile(c: Context): Response {
  for (const name of ["etag", "last-modified", "content-disposition", "accept-ranges", "content-length"]) {
    c.header(name, undefined);
  }
  c.header("cache-control", "no-store");
  if (!/^image\//.test(c.req.header("accept") ?? "")) throw objectNotFound();
  c.header("content-type", "image/svg+xml");
  return c.body(PLACEHOLDER, 404);
}
