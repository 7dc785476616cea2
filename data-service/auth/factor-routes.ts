import type { Hono } from "hono";
import { createCounter } from "./counters.ts";
import { challengeFactor, verifyFactor } from "./factor-verification.ts";
import { enrolFactor, removeFactor, type SecondStepOptions } from "./factors.ts";
import { sendNotice } from "./notices.ts";
import { countRecoveryCodes, makeRecoveryCodes } from "./recovery-codes.ts";
import { parseBody } from "./request-body.ts";
import type { ServiceContext } from "./service-context.ts";
import { requireSignedIn } from "./signed-in.ts";

/** `/factors`: the second step of signing in, by an authenticator app (TOTP, RFC 6238) or a recovery code. */
export function addFactorRoutes(app: Hono, context: ServiceContext): void {
  const { sql, tokens, limits, visitorOf } = context;
  const attempts = createCounter(sql, {
    name: "factor_code",
    points: limits.maxFailures,
    seconds: limits.seconds,
  });
  const options: SecondStepOptions = {
    ...context,
    attempts,
    codeSets: createCounter(sql, { name: "recovery_codes", points: 10, seconds: 3600 }),
    tell: (kind, to) => sendNotice(context, kind, { to }),
  };

  app.post("/factors", async (c) => {
    const signedIn = await requireSignedIn(c, sql, tokens);
    return c.json(await enrolFactor(options, signedIn, await parseBody(c)));
  });

  app.post("/factors/:id/challenge", async (c) => {
    const signedIn = await requireSignedIn(c, sql, tokens);
    const { address } = visitorOf(c);
    return c.json(await challengeFactor(options, signedIn, { factorId: c.req.param("id"), address }));
  });

  app.post("/factors/:id/verify", async (c) => {
    const signedIn = await requireSignedIn(c, sql, tokens);
    const { address } = visitorOf(c);
    const body = await parseBody(c);
    return c.json(await verifyFactor(options, signedIn, { factorId: c.req.param("id"), address, body }));
  });

  app.post("/factors/recovery-codes", async (c) => {
    const signedIn = await requireSignedIn(c, sql, tokens);
    return c.json(await makeRecoveryCodes(options, signedIn));
  });

  app.get("/factors/recovery-codes", async (c) => {
    const signedIn = await requireSignedIn(c, sql, tokens);
    return c.json(await countRecoveryCodes(options, signedIn));
  });

  app.delete("/factors/:id", async (c) => {
    const signedIn = await requireSignedIn(c, sql, tokens);
    return c.json(await removeFactor(options, signedIn, c.req.param("id")));
  });
}
