import { createDataService, type DataServiceOptions } from "@calabash/data-service";
import type { Database } from "@calabash/data-service/database";
import { readSchema } from "@calabash/data-service/rest";
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import { PICTURE_QUALITY, PICTURE_WIDTHS } from "#app/values/picture-address.ts";
import { type Environment, storageFolder } from "./environment.ts";
import type { Keys } from "./keys.ts";
import { step } from "./start-step.ts";

/** The local data service, as the shop's settings want it. */
export function openDataService(
  environment: Environment,
  keys: Keys,
  database: Database,
  ports: Pick<
    DataServiceOptions,
    "sendMail" | "sendText" | "onSignIn" | "logError" | "onMissingFiles" | "addressOf" | "onTimeout"
  >,
): Promise<Hono> {
  const { port, shopMode } = environment;
  return step("Data service", async () =>
    createDataService({
      database,
      schema: await readSchema(database.admin),
      signingKey: keys.signingKey,
      retiredKeys: keys.retiredKeys ?? [],
      filesFolder: storageFolder(environment),
      origin: environment.publicOrigin,
      // Whoever tries the shop on its own machine may type either name.
      redirectOrigins: shopMode === "live" ? [] : [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
      authSettings: environment.auth,
      authLimits: environment.limits,
      restLimits: environment.limits.rest,
      // The pages say what they ask for; every other size is made after theirs.
      pictures: {
        ...environment.limits.pictures,
        pages: { widths: PICTURE_WIDTHS, quality: PICTURE_QUALITY },
      },
      ...ports,
      captcha: environment.captcha,
      google: environment.google,
      samlProviders: environment.samlProviders,
      refreshTokenReuseSeconds: environment.refreshTokenReuseSeconds,
      onAnswered,
      logError: (error) => {
        if (!hasVisitorLeft(error)) ports.logError(error);
      },
    }),
  );
}

/** Node says it once, also of an answer that was never read to its end. */
function onAnswered(c: Context, callback: () => void): void {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  outgoing?.once("close", callback);
}

/** A visitor who closes the tab in the middle of a request is no fault of the shop's. */
function hasVisitorLeft(error: unknown): boolean {
  return error instanceof Error && error.message === "aborted";
}
