import type { MiddlewareHandler } from "hono";
import { isLocalVisit } from "#server/http/client-address.ts";

/**
 * Allows requests from this machine under one of its own host names; all others get 404.
 * @param options.isOpen allows all requests
 */
export function localOnly(options: {
  isOpen: boolean;
  notFound: (request: Request) => Response | Promise<Response>;
}): MiddlewareHandler {
  return async (c, next) => {
    if (!options.isOpen && !isLocalVisit(c)) return options.notFound(c.req.raw);
    return next();
  };
}
