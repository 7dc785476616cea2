/**
 * Splits the name of a bought product into the product and the choices that `nameWithChoices` has added to it. The
 * choices are empty without any.
 */
export function splitChoices(full: string): { name: string; choices: string } {
  const [, name = full, choices = ""] = /^(.+?) \(([^():]+: .+)\)$/.exec(full) ?? [];
  return { name, choices };
}
