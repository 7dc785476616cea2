import type { MiddlewareHandler } from "hono";
import { isLocalRequest } from "#server/front-door/visitor-address.ts";

/**
 * Lets through what a program on this machine asks for under one of the machine's own names; to everybody
 * else there is no such page. The name is looked at because a page elsewhere can make its own name lead
 * to this machine, and would then be of the same origin.
 * @param options.isOpen lets everybody through
 */
export function onlyThisMachine(options: {
  isOpen: boolean;
  notFound: (request: Request) => Response | Promise<Response>;
}): MiddlewareHandler {
  return async (c, next) => {
    if (!options.isOpen && !(isLocalRequest(c) && isOwnName(new URL(c.req.url).hostname))) {
      return options.notFound(c.req.raw);
    }
    return next();
  };
}

function isOwnName(hostname: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname) || hostname.endsWith(".localhost");
}
