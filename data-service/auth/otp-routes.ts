import type { Hono } from "hono";
import { startOtp } from "./otp.ts";
import { startReauthentication } from "./reauthentication.ts";
import { startRecovery } from "./recovery.ts";
import { parseBody } from "./request-body.ts";
import { resend } from "./resend.ts";
import type { ServiceContext } from "./service-context.ts";
import { requireSignedIn } from "./signed-in.ts";
import { followLink, verifyToken } from "./verification.ts";

/** What sends links and codes, and what takes them. */
export function addOtpRoutes(app: Hono, context: ServiceContext): void {
  const { sql, tokens, readAsked, redirectTarget, visitorOf } = context;

  for (const path of ["/otp", "/magiclink"]) {
    app.post(path, async (c) => c.json(await startOtp(context, await readAsked(c))));
  }

  app.post("/recover", async (c) => {
    await startRecovery(context, await readAsked(c));
    return c.json({});
  });

  app.post("/resend", async (c) => {
    await resend(context, await readAsked(c));
    return c.json({});
  });

  app.get("/reauthenticate", async (c) => {
    const signedIn = await requireSignedIn(c, sql, tokens);
    return c.json(await startReauthentication(context, signedIn, visitorOf(c).address));
  });

  app.get("/verify", async (c) => {
    // Programs that look at links before people do ask by HEAD; that must not use them up.
    if (c.req.method === "HEAD") return c.body(null, 405, { allow: "GET, POST" });
    const { token = "", type = "" } = c.req.query();
    const link = { token, type, redirectTo: redirectTarget(c) };
    return c.redirect(await followLink(context, link, visitorOf(c)), 303);
  });

  app.post("/verify", async (c) => c.json(await verifyToken(context, await parseBody(c), visitorOf(c))));
}
