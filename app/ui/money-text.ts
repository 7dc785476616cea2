const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Cents become text here and nowhere else: 128950 is "$1,289.50". */
export function moneyText(cents: number): string {
  return dollars.format(cents / 100);
}
