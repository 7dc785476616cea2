/** Dollars as the database sends them, in whole cents. The only place where money is rounded. */
export function toCents(dollars: number | string): number {
  return Math.round(Number(dollars) * 100);
}
