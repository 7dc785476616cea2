import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** Context of a request, with Node's objects unless the request is within the process. */
export type NodeContext = Context<{ Bindings: Partial<HttpBindings> }>;
