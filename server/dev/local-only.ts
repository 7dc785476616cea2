import type { MiddlewareHandler } from "hono";
import { isLocalVisit } from "#server/http/client-address.ts";

/**
 * Lets through what a program on this machine asks for under one of the machine's own names; to everybody
 * else there is no such page.
 * @param options.isOpen lets everybody through
 */
export function localOnly(options: {
  isOpen: boolean;
  notFound: (request: Request) => Response | Promise<Response>;
}): MiddlewareHandler {
  return async (c, next) => {
    if (!options.isOpen && !isLocalVisit(c)) {
      return options.notFound(c.req.raw);
    }
    return next();
  };
}
