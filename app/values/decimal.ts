/**
 * Parses a decimal number as people type it: "2.40", "2,4", "1,200.00", "1.200,00", "$5"; `null` for anything else,
 * such as "1e3", "4.999" with two places, or "1,2,3". With three places or more, "1,250" is ambiguous and gives `null`.
 * The database parses imported cells by the same rules (`private.read_decimal`).
 * @param places maximum number of decimal places
 */
export function decimalTyped(text: string, places = 2): number | null {
  const typed = text.replaceAll(/\s/g, "").replaceAll(/^(-?)(?:US)?\$|^(-?)USD|(?:USD|\$)$/gi, "$1$2");
  const unsigned = typed.replace(/^-/, "");
  const digits = `\\d{1,${places}}`;
  const is = (pattern: string) => new RegExp(`^${pattern}$`).test(unsigned);
  let plain: string | null = null;
  if (is(`(\\d{1,8}|\\d{0,8}\\.${digits})`)) plain = unsigned;
  else if (places > 2 && is("\\d{1,3},\\d{3}")) plain = null;
  else if (is(`\\d{1,3}(,\\d{3}){1,2}(\\.${digits})?`)) plain = unsigned.replaceAll(",", "");
  else if (is(`\\d{1,8},${digits}`)) plain = unsigned.replace(",", ".");
  else if (is(`\\d{1,3}(\\.\\d{3}){1,2},${digits}`)) plain = unsigned.replaceAll(".", "").replace(",", ".");
  if (plain === null) return null;
  return typed === unsigned ? Number(plain) : -Number(plain);
}

/** Parses a whole number of up to eight digits: "12" or "1,200"; `null` for anything else. */
export function wholeNumberTyped(text: string): number | null {
  return /^\s*(\d{1,8}|\d{1,3}(,\d{3}){1,2})\s*$/.test(text) ? Number(text.replaceAll(",", "")) : null;
}
