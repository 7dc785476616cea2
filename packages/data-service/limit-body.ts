import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

/**
 * Hono's limit of a body, which looks at the body first and so has every request made into a whole `Request` with a
 * stream. A body that comes says its length or comes in chunks: where it says it, that is enough, for Node's parser
 * reads no further; and a GET has none.
 * @param maxSize bytes
 */
export function limitBody(options: { maxSize: number; onError: (c: Context) => Response }): MiddlewareHandler {
  const limitStream = bodyLimit(options);
  return (c, next) => {
    const { method } = c.req;
    if (method === "GET" || method === "HEAD") return next();
    const length = c.req.header("content-length");
    if (length === undefined || c.req.header("transfer-encoding") !== undefined) return limitStream(c, next);
    return Number(length) > options.maxSize ? Promise.resolve(options.onError(c)) : next();
  };
}
