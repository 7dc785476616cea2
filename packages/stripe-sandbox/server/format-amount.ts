/** Formats cents for display: "$1,289.50" for 128950. */
export function formatAmount(cents: number, currency = "usd"): string {
  return (cents / 100).toLocaleString("en-US", { style: "currency", currency });
}
