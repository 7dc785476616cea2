import type { Context } from "hono";
import { requireMfa } from "./mfa/factors.ts";
import { requireRecentSignIn } from "./reauthentication/recent-reauthentication.ts";
import type { AuthRequest, ServiceContext } from "./service/service-context.ts";
import type { ClientInfo } from "./sessions/sessions.ts";
import { requireServiceRole, requireSignedIn, type SignedIn } from "./sessions/signed-in.ts";

/** Guards by name, each with the value that it passes to the handler. */
export interface Passed {
  /** Requires no access token; the handler may require a link's token, a code, or a provider's response. */
  anybody: ClientInfo;
  /** Requires a passed captcha if one is configured, or the service role's key. */
  human: AuthRequest;
  /** Requires the token of an active session. */
  signedIn: SignedIn;
  /** Also requires the user's MFA and, if configured, a recent reauthentication. */
  owner: SignedIn;
  /** Requires the service role's key, which the store's own server has. */
  server: ClientInfo;
}

export type Guards = { readonly [Name in keyof Passed]: (c: Context) => Promise<Passed[Name]> };

export function createGuards(context: ServiceContext): Guards {
  const { sql, tokens } = context;
  const signedIn = (c: Context) => requireSignedIn(c, sql, tokens);
  return {
    anybody: async (c) => context.clientOf(c),
    human: (c) => context.readRequest(c),
    signedIn,
    owner: async (c) => {
      const person = await signedIn(c);
      await requireMfa(sql, person);
      await requireRecentSignIn(context, person);
      return person;
    },
    server: async (c) => {
      await requireServiceRole(c, tokens);
      return context.clientOf(c);
    },
  };
}
