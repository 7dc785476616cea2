/** Returns the name of a product in a size, for sentences, lists, and emails. */
export function sizedName(name: string, size: string | null | undefined): string {
  return size ? `${name}, size ${size}` : name;
}
