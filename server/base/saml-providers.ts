import { readFileSync } from "node:fs";
import type { SamlProvider } from "@calabash/data-service/auth";
import { StartError } from "@calabash/data-service/start-error";
import { z } from "zod";
import { messageOf } from "#app/values/unknown-value.ts";

const providers = z.array(
  z.strictObject({
    id: z.uuid().toLowerCase(),
    domains: z.array(z.string().toLowerCase()),
    entityId: z.string().min(1),
    entryPoint: z.url({ protocol: /^https?$/ }),
    certificate: z.string().min(1),
  }),
);

/**
 * Reads the SAML identity providers from the JSON file that SAML_PROVIDERS names: a list of `{ id, domains, entityId,
 * entryPoint, certificate }`.
 * @throws StartError with the file's name and its errors
 */
export function readSamlProviders(file: string | undefined): SamlProvider[] {
  if (file === undefined) return [];
  try {
    return providers.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const problem =
      error instanceof z.ZodError
        ? error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ")
        : messageOf(error);
    throw new StartError(
      `The SAML_PROVIDERS file ${file} is invalid: ${problem}.`,
      "See .env.example for the file's format.",
    );
  }
}
