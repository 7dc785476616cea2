import { RestError } from "./rest-error.ts";

/** The `Prefer` header: https://docs.postgrest.org/en/stable/references/api/preferences.html */
export type Preferences = ReturnType<typeof parsePreferences>;

const RETURNS = ["minimal", "representation"] as const;
const RESOLUTIONS = ["merge-duplicates", "ignore-duplicates"] as const;
const KNOWN = new Map<string, readonly string[]>(
  Object.entries({ return: RETURNS, count: ["exact", "planned", "estimated"], resolution: RESOLUTIONS }),
);

/**
 * Parses preferences. Of several values of one preference, the first applies, like in the standard.
 * @throws RestError PGRST122 for an unsupported preference, even without `handling=strict`
 */
export function parsePreferences(header = "") {
  const given = new Map<string, string>();
  for (const part of header.split(",")) {
    const text = part.trim();
    if (text === "") continue;
    const [name = "", value = ""] = text.split("=", 2);
    if (!KNOWN.get(name)?.includes(value)) {
      throw new RestError(
        400,
        "PGRST122",
        "Invalid preferences given with handling=strict",
        `Invalid preferences: ${text}`,
      );
    }
    if (!given.has(name)) given.set(name, value);
  }
  return {
    return: RETURNS.find((each) => each === given.get("return")) ?? null,
    /** Requests for planned or estimated counts get the exact count. */
    count: given.has("count"),
    resolution: RESOLUTIONS.find((each) => each === given.get("resolution")) ?? null,
    /** For `Preference-Applied`; null without preferences. */
    applied: given.size > 0 ? [...given].map(([name, value]) => `${name}=${value}`).join(", ") : null,
  };
}
