import { join } from "node:path";
import { createDataService, type DataService, type DataServiceOptions } from "@calabash/data-service";
import type { RequestContext } from "@calabash/data-service/http";
import { followSchema, readSchema } from "@calabash/data-service/rest";
import { PICTURE_QUALITY, PICTURE_WIDTHS } from "#app/values/picture-address.ts";
import type { Keys } from "#server/base/keys.ts";
import { step } from "#server/base/start-step.ts";
import { storageFolder } from "#server/files/stored-files.ts";
import type { Base } from "./open-base.ts";

/** Opens the local data service and directs the data client to it. @returns null with a hosted project */
export async function openDataService(
  base: Base,
  ports: Pick<DataServiceOptions, "sendMail" | "sendText" | "addressOf" | "admitCall">,
): Promise<DataService | null> {
  const { environment, keys, database, data, observe } = base;
  if (!database) return null;
  const { port, shopMode } = environment;
  const logError = base.logErrorOf("data service");
  base.subscribe({ "text-limit": () => void reportTextLimit().catch(logError) });
  const schema = await readSchema(database.admin);
  const service = await step("Data service", () =>
    createDataService({
      database,
      schema,
      signingKey: keys.signingKey,
      ...acceptedKeysOf(keys),
      files: base.files,
      sizesFolder: join(storageFolder(environment), "sizes"),
      origin: environment.publicOrigin,
      // Local users may type either host name.
      redirectOrigins: shopMode === "live" ? [] : [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
      authSettings: environment.auth,
      authLimits: environment.limits,
      restLimits: environment.limits.rest,
      // Sizes that pages request; all others are created after these.
      pictures: { ...environment.limits.pictures, pages: { widths: PICTURE_WIDTHS, quality: PICTURE_QUALITY } },
      ...ports,
      observe,
      captcha: environment.captcha,
      google: environment.google,
      samlProviders: environment.samlProviders,
      refreshTokenReuseSeconds: environment.refreshTokenReuseSeconds,
      onAnswered,
      logError: (error) => {
        if (!hasClientLeft(error)) logError(error);
      },
    }),
  );
  base.connectData(service);
  await database.endAdmin();
  const follower = followSchema(database, schema, logError);
  base.running.add(() => follower.end());
  return service;

  async function reportTextLimit(): Promise<void> {
    const message = "The daily limit of login codes by text was reached. Until tomorrow, customers need email.";
    await data.service.rpc("raise_alert", { kind: "codes_limited", order_id: null, message, facts: {} }).throwOnError();
  }
}

function acceptedKeysOf({ retiredKeys, nextKey, rootKey }: Keys): Partial<DataServiceOptions> {
  return { ...(retiredKeys ? { retiredKeys } : {}), ...(nextKey ? { nextKey } : {}), ...(rootKey ? { rootKey } : {}) };
}

/** Calls back when the response ends: Node emits "close" once, also if the client did not read all of it. */
function onAnswered({ env }: Pick<RequestContext, "env">, callback: () => void): void {
  env?.outgoing?.once("close", callback);
}

/** A client that disconnects during a request is not an error of the store. */
function hasClientLeft(error: unknown): boolean {
  return error instanceof Error && error.message === "aborted";
}
