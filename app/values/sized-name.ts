import { t } from "#app/messages/t.ts";

/** Returns the name of a product in a size, for sentences, lists, and emails. */
export function sizedName(name: string, size: string | null | undefined): string {
  return size ? t("{name}, size {size}", { name, size }) : name;
}
