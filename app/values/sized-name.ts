/** How a thing in a size is called where there is one line for it: in sentences, lists and mails. */
export function sizedName(name: string, size: string | null | undefined): string {
  return size ? `${name}, size ${size}` : name;
}
