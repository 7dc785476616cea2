/** Returns a form with these fields; pairs may repeat a name. */
export function formOf(fields: Record<string, string> | readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  const pairs = Symbol.iterator in fields ? fields : Object.entries(fields);
  for (const [name, value] of pairs as readonly (readonly [string, string])[]) form.append(name, value);
  return form;
}
