import type { Context } from "hono";
import { isJsonObject, parseJson } from "../database/json-object.ts";
import { RestError } from "./rest-error.ts";

/** Parses the request's JSON body. @throws RestError PGRST102, with 415 for another content type */
export async function readJson(c: Context): Promise<unknown> {
  requireJson(c);
  return parse(await c.req.text());
}

/** Parses the arguments of a call by POST; without a body, there are none. */
export async function readArguments(c: Context): Promise<Record<string, unknown>> {
  const text = await c.req.text();
  if (text === "") return {};
  requireJson(c);
  const body = parse(text);
  if (!isJsonObject(body)) {
    throw new RestError(400, "PGRST102", "The arguments of a function must be one JSON object");
  }
  return body;
}

function requireJson(c: Context): void {
  const type = c.req.header("content-type") ?? "application/json";
  if (type.split(";", 1)[0]?.trim().toLowerCase() !== "application/json") {
    throw new RestError(415, "PGRST102", `Content-Type not acceptable: ${type}`);
  }
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new RestError(400, "PGRST102", "Empty or invalid json");
  }
}
