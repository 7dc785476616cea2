import { RestError } from "./rest-error.ts";

/** The `Prefer` header: https://docs.postgrest.org/en/stable/references/api/preferences.html */
export interface Preferences {
  return: "minimal" | "representation" | null;
  /** Planned and estimated counts are answered with the exact one, which is never worse. */
  count: boolean;
  resolution: "merge-duplicates" | "ignore-duplicates" | null;
  /** For `Preference-Applied`; null when none was given. */
  applied: string | null;
}

const RETURNS = ["minimal", "representation"] as const;
const RESOLUTIONS = ["merge-duplicates", "ignore-duplicates"] as const;
const KNOWN = new Map<string, readonly string[]>(
  Object.entries({
    return: RETURNS,
    count: ["exact", "planned", "estimated"],
    resolution: RESOLUTIONS,
  }),
);

/**
 * Uses the first of several values of a preference, like the standard.
 * @throws RestError PGRST122 for a preference that cannot be kept: always, as if handling were strict
 */
export function parsePreferences(header = ""): Preferences {
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
    count: given.has("count"),
    resolution: RESOLUTIONS.find((each) => each === given.get("resolution")) ?? null,
    applied: given.size > 0 ? [...given].map(([name, value]) => `${name}=${value}`).join(", ") : null,
  };
}
