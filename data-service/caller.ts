import type { Context } from "hono";
import type { Caller } from "./database/run-as.ts";
import { type Claims, InvalidToken, type Tokens } from "./tokens.ts";

export interface IdentifiedCaller extends Caller {
  token: Claims;
}

export class NoKey extends Error {}

/**
 * Who asks: the bearer token, or without one the project key in `apikey`.
 * @throws NoKey when there is neither; InvalidToken when either is bad: never quietly anonymous
 */
export async function identifyCaller(context: Context, tokens: Tokens): Promise<IdentifiedCaller> {
  const header = context.req.header("authorization");
  const bearer = header === undefined ? undefined : /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (header !== undefined && bearer === undefined) throw new InvalidToken("No bearer token in the header");
  const apiKey = context.req.header("apikey") ?? context.req.query("apikey");
  if (apiKey !== undefined && apiKey !== bearer) await tokens.verify(apiKey);
  const presented = bearer ?? apiKey;
  if (presented === undefined) throw new NoKey();
  const token = await tokens.verify(presented);
  return { role: token.role, claims: claimsText(token), token };
}

/** Serialised once for each remembered token, not for each request. */
const texts = new WeakMap<Claims, string>();
function claimsText(claims: Claims): string {
  const known = texts.get(claims) ?? JSON.stringify(claims);
  texts.set(claims, known);
  return known;
}
