import type { Context } from "hono";
import type { PoolName } from "./database/request-pools.ts";
import type { Caller } from "./database/run-as.ts";
import { type Claims, InvalidToken, type Tokens } from "./tokens.ts";

export interface IdentifiedCaller extends Caller {
  token: Claims;
}

export class NoKey extends Error {}

/**
 * Handed beside a request to the data service's `fetch` by the program that it runs in: the shop's own pages
 * and payments. No request from outside can carry it, whatever its headers say.
 */
export const OWN_WORK = Object.freeze({ isOwnWork: true });

/** Creates a request within the process like one from the network, including the content length. */
export function requestInProcess(input: string | URL | Request, init: RequestInit = {}): Request {
  const request = new Request(input, init);
  if (typeof init.body === "string") request.headers.set("content-length", `${Buffer.byteLength(init.body)}`);
  return request;
}

/**
 * Returns the caller: the bearer token, or without one the project key in `apikey`.
 * @throws NoKey without either; InvalidToken when one is invalid, which never makes the caller anonymous
 */
export async function identifyCaller(context: Context, tokens: Tokens): Promise<IdentifiedCaller> {
  const header = context.req.header("authorization");
  const bearer = bearerIn(header);
  if (header !== undefined && bearer === undefined) throw new InvalidToken("No bearer token in the header");
  const apiKey = context.req.header("apikey") ?? context.req.query("apikey");
  if (apiKey !== undefined && apiKey !== bearer) await tokens.verify(apiKey);
  const presented = bearer ?? apiKey;
  if (presented === undefined) throw new NoKey();
  const token = await tokens.verify(presented);
  const headers = headersText(context.req.header("accept-language"));
  return { role: token.role, claims: claimsText(token), headers, token, pool: poolOf(context, token) };
}

/** The token of an `authorization` header; undefined where there is none. */
export function bearerIn(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
}

function poolOf(context: Context, { role }: Claims): PoolName {
  if (context.env === OWN_WORK || role === "service_role") return "shop";
  return role === "anon" ? "guests" : "users";
}

/** Other headers are not passed on: nothing in the database reads them. */
function headersText(language: string | undefined): string {
  const tag = /^[a-z]{2}(?![a-z0-9])(?:-[a-z0-9]{1,8})*/i.exec(language ?? "")?.[0];
  return tag ? `{"accept-language":"${tag}"}` : "";
}

/** Serialised once for each remembered token, not for each request. */
const texts = new WeakMap<Claims, string>();
function claimsText(claims: Claims): string {
  const known = texts.get(claims) ?? JSON.stringify(claims);
  texts.set(claims, known);
  return known;
}
