import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

/**
 * Like Hono's `bodyLimit`, which reads `body` first and thereby turns every request into a full `Request` with a
 * stream. Here, only chunked bodies are streamed: a declared length is sufficient, because Node's parser reads no
 * further, and a GET has no body.
 * @param maxSize bytes
 */
export function limitBody(maxSize: number, onError: (c: Context) => Response): MiddlewareHandler {
  const limitStream = bodyLimit({ maxSize, onError });
  return (c, next) => {
    const { method } = c.req;
    if (method === "GET" || method === "HEAD") return next();
    const length = c.req.header("content-length");
    if (length === undefined || c.req.header("transfer-encoding") !== undefined) return limitStream(c, next);
    return Number(length) > maxSize ? Promise.resolve(onError(c)) : next();
  };
}
