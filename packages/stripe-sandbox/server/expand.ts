import type { FormFields } from "./form-body.ts";
import { readList } from "./parameters.ts";
import type { Changes, ExpandableTable } from "./sandbox-store.ts";
import { invalidRequest } from "./stripe-error.ts";

/**
 * Replaces ids by their objects for the properties named in `expand[]`: https://docs.stripe.com/api/expanding_objects
 * @param tables expandable properties, each with the table of its objects
 * @throws StripeSandboxError 400 for any other property
 */
export function expand<Shown extends object>(
  store: Pick<Changes, "get">,
  shown: Shown,
  fields: FormFields,
  tables: { [Name in keyof Shown & string]?: ExpandableTable },
): Shown {
  const names = readList(fields.expand, "expand") ?? [];
  const tableOf = new Map<string, ExpandableTable | undefined>(Object.entries(tables));
  const ids = new Map<string, unknown>(Object.entries(shown));
  const expanded: Record<string, unknown> = {};
  for (const name of names) {
    const table = tableOf.get(name);
    if (table === undefined) {
      throw invalidRequest(`This property cannot be expanded (${name}).`, { param: "expand" });
    }
    const id = ids.get(name);
    if (typeof id === "string") expanded[name] = store.get(table, id) ?? id;
  }
  return names.length === 0 ? shown : { ...shown, ...expanded };
}
