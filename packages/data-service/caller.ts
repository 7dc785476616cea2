import type { IncomingMessage, ServerResponse } from "node:http";
import type { PoolName } from "./database/request-pools.ts";
import type { Caller } from "./database/run-as.ts";
import { type Claims, InvalidToken, type Tokens } from "./tokens.ts";

export interface IdentifiedCaller extends Caller {
  token: Claims;
}

/** The parts of Hono's context that name the sender of a request. Direct reads have only these. */
export interface RequestContext {
  req: { url: string; header(name: string): string | undefined; query(name: string): string | undefined };
  /** Node's request and response, or `OWN_WORK`; undefined in tests. */
  env: { incoming?: IncomingMessage; outgoing?: ServerResponse; isOwnWork?: boolean } | undefined;
}

export class NoKey extends Error {}

/**
 * Marks requests of the process itself (the store's pages and payments) as an argument of the data service's `fetch`. A
 * request from outside cannot set it by any header.
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
export async function identifyCaller(
  context: Pick<RequestContext, "req"> & { env: unknown },
  tokens: Tokens,
): Promise<IdentifiedCaller> {
  const header = context.req.header("authorization");
  const bearer = bearerIn(header);
  if (header !== undefined && bearer === undefined) throw new InvalidToken("No bearer token in the header");
  const apiKey = context.req.header("apikey") ?? context.req.query("apikey");
  if (apiKey !== undefined && apiKey !== bearer) await tokens.verify(apiKey);
  const presented = bearer ?? apiKey;
  if (presented === undefined) throw new NoKey();
  const language = context.req.header("accept-language");
  return callerWith(await tokens.verify(presented), { language, isOwnWork: context.env === OWN_WORK });
}

/**
 * Returns the caller of a verified token.
 * @param options.isOwnWork uses the connections that are kept for the store's own work
 */
export function callerWith(
  token: Claims,
  { language, isOwnWork }: { language: string | undefined; isOwnWork: boolean },
): IdentifiedCaller {
  return {
    role: token.role,
    claims: claimsText(token),
    headers: headersText(language),
    token,
    pool: isOwnWork ? "shop" : poolOf(token),
  };
}

/** Returns the token of an `authorization` header, or undefined. */
export function bearerIn(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
}

/** Returns the connections for a caller's requests, so that no kind of caller can take those of another. */
function poolOf({ role }: Claims): PoolName {
  if (role === "service_role") return "shop";
  return role === "anon" ? "guests" : "users";
}

/** Only this header is passed on, because the database reads no other. */
function headersText(language: string | undefined): string {
  const tag = /^[a-z]{2}(?![a-z0-9])(?:-[a-z0-9]{1,8})*/i.exec(language ?? "")?.[0];
  return tag ? `{"accept-language":"${tag}"}` : "";
}

/** Claims as JSON, serialized once per cached token instead of per request. */
const texts = new WeakMap<Claims, string>();
function claimsText(claims: Claims): string {
  const known = texts.get(claims) ?? JSON.stringify(claims);
  texts.set(claims, known);
  return known;
}
