import type { FunctionRow } from "#app/platform/selected-row.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { type Block, frameEmail, paragraph, type Sender } from "./email-frame.ts";
import type { MailMessage } from "./mailer.ts";

const MAX_PRODUCTS = 5;

/**
 * Creates the daily report email, sent after closing time.
 * @param given.day `YYYY-MM-DD`, in the store's time zone
 * @param publicOrigin without a trailing slash
 */
export function dailyReportEmail(
  { day, sheet, reader }: { day: string; sheet: FunctionRow<"daily_report">; reader: { id: string; email: string } },
  shop: Sender,
  publicOrigin: string,
): MailMessage {
  const dollars = (amount: number) => moneyText(centsFrom(amount));
  const title = `${dayText(day)}: ${orders(sheet.order_count)}, ${dollars(sheet.sales)}`;
  const parts = [
    ["Sales tax (included)", sheet.tax],
    ["Delivery (included)", sheet.delivery],
    ["Discounts", sheet.discount],
  ] as const;
  const refunds = [
    ["Refunds", dollars(sheet.refunded)],
    ["Net sales", dollars(sheet.sales - sheet.refunded)],
  ] as const;
  const best: Block[] =
    sheet.best.length === 0
      ? []
      : [
          paragraph("Best sellers:"),
          paragraph(
            sheet.best
              .slice(0, MAX_PRODUCTS)
              .map(({ name, quantity, amount }) => `${quantity} × ${name}, ${dollars(amount)}`)
              .join("\n"),
          ),
        ];
  return {
    to: reader.email,
    subject: title,
    // Lets the mail server drop duplicates when a retry follows a lost response.
    messageId: `<day-sheet.${day}.${reader.id}@${new URL(publicOrigin).hostname}>`,
    ...frameEmail(shop, title, [
      {
        kind: "sums",
        rows: [
          ...parts.filter(([, amount]) => amount !== 0).map(([label, amount]) => [label, dollars(amount)] as const),
          ["Sales", dollars(sheet.sales)],
          ...(sheet.refunded === 0 ? [] : refunds),
        ],
      },
      ...best,
      { kind: "button", text: "Open the daily report", address: `${publicOrigin}/desk/day?from=${day}&to=${day}` },
      paragraph("You turned on this email in the daily report. You can turn it off there."),
    ]),
  };
}

function orders(count: number): string {
  if (count === 0) return "no orders";
  return count === 1 ? "one order" : `${count} orders`;
}

/** Returns the day as "Monday, Nov 23". */
function dayText(day: string): string {
  // A day parses as midnight UTC, so it must be formatted in UTC.
  const words = { weekday: "long", month: "short", day: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-US", words).format(new Date(day));
}
