import { notUnderstood } from "./rest-error.ts";

/** The `Prefer` header: https://docs.postgrest.org/en/stable/references/api/preferences.html */
export interface Preferences {
  return: "minimal" | "representation" | "headers-only";
  /** Planned and estimated counts are answered with the exact one, which is never worse. */
  count: boolean;
  resolution: "merge-duplicates" | "ignore-duplicates" | null;
  missing: "default" | "null";
  maxAffected: number | null;
}

const KNOWN: Record<string, readonly string[]> = {
  return: ["minimal", "representation", "headers-only"],
  count: ["exact", "planned", "estimated"],
  resolution: ["merge-duplicates", "ignore-duplicates"],
  missing: ["default", "null"],
  handling: ["strict", "lenient"],
  tx: ["commit"],
};

export function parsePreferences(header: string | undefined): Preferences {
  const given = new Map<string, string>();
  for (const part of (header ?? "").split(",")) {
    const text = part.trim();
    if (text === "") continue;
    const [name = "", value = ""] = text.split("=", 2);
    const isKnown = KNOWN[name]?.includes(value) ?? (name === "max-affected" && /^\d{1,9}$/.test(value));
    if (!isKnown) throw notUnderstood(`"Prefer: ${text}" is not supported here.`);
    given.set(name, value);
  }
  const maxAffected = given.get("max-affected");
  return {
    return: (given.get("return") ?? "minimal") as Preferences["return"],
    count: given.has("count"),
    resolution: (given.get("resolution") ?? null) as Preferences["resolution"],
    missing: (given.get("missing") ?? "null") as Preferences["missing"],
    maxAffected: maxAffected === undefined ? null : Number(maxAffected),
  };
}
