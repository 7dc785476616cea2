import type { FormFields, FormValue } from "./form-body.ts";
import { invalidRequest } from "./stripe-error.ts";

/** Rejects unknown parameters, like Stripe. */
export function rejectUnknown(fields: FormFields, known: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw invalidRequest(`Received unknown parameter: ${unknown}`, { code: "parameter_unknown", param: unknown });
  }
}

export function readText(fields: FormFields, name: string, param = name): string | undefined {
  const value = fields[name];
  if (value !== undefined && typeof value !== "string") {
    throw invalidRequest(`Invalid string: ${param}`, { param });
  }
  return value;
}

/** Reads a text that must be one of these. */
export function readChoice<const Choice extends string>(
  fields: FormFields,
  param: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = readText(fields, param);
  const choice = choices.find((each) => each === text);
  if (text === undefined || choice !== undefined) return choice;
  const list = new Intl.ListFormat("en-US", { type: "disjunction" }).format(choices);
  throw invalidRequest(`Invalid ${param}: must be one of ${list}`, { param });
}

export function readInteger(fields: FormFields, name: string, param = name): number | undefined {
  const text = readText(fields, name, param);
  if (text === undefined) return undefined;
  if (text === "") {
    throw invalidRequest(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: "parameter_invalid_empty", param },
    );
  }
  if (!/^-?\d{1,15}$/.test(text)) {
    throw invalidRequest(`Invalid integer: ${text}`, { code: "parameter_invalid_integer", param });
  }
  return Number(text);
}

export function readObject(fields: FormFields, name: string): FormFields | undefined {
  const value = fields[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "object" || Array.isArray(value)) {
    throw invalidRequest(`Invalid object: ${name}`, { param: name });
  }
  return value;
}

export function readList(value: FormValue | undefined, param: string): string[] | undefined {
  if (value === undefined) return undefined;
  if (!isTextList(value)) throw invalidRequest(`Invalid array: ${param}`, { param });
  return value;
}

function isTextList(value: FormValue): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

/**
 * Returns whether `expand[]` names the property: https://docs.stripe.com/api/expanding_objects
 * @throws StripeSandboxError 400 if it names another one
 */
export function isExpanded(fields: FormFields, property: string): boolean {
  const names = readList(fields["expand"], "expand") ?? [];
  const other = names.find((name) => name !== property);
  if (other !== undefined) throw invalidRequest(`This property cannot be expanded (${other}).`, { param: "expand" });
  return names.length > 0;
}

/** Reads `setup_future_usage`: undefined without it, and null if it is unset by an empty value. */
export function readFutureUsage(fields: FormFields): "off_session" | "on_session" | null | undefined {
  if (fields.setup_future_usage === "") return null;
  return readChoice(fields, "setup_future_usage", ["off_session", "on_session"]);
}

/** Merges metadata like Stripe: an empty value removes a key, and an empty object all keys. */
export function mergeMetadata(current: Record<string, string>, fields: FormFields): Record<string, string> {
  if (fields.metadata === undefined) return current;
  if (fields.metadata === "") return {};
  const merged = { ...current };
  for (const [name, value] of Object.entries(readObject(fields, "metadata") ?? {})) {
    const param = `metadata[${name}]`;
    if (typeof value !== "string" || name.length > 40 || value.length > 500) {
      throw invalidRequest("Metadata values can have up to 500 characters, their names up to 40.", { param });
    }
    if (value === "") delete merged[name];
    else merged[name] = value;
  }
  if (Object.keys(merged).length > 50) {
    throw invalidRequest("Metadata can have up to 50 entries.", { param: "metadata" });
  }
  return merged;
}

export function missing(param: string): Error {
  return invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}
