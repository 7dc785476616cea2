import type { CategoryPrefix } from "#app/features/catalog/categories.ts";
import { listMissedSearches, type ZeroResultSearch } from "#app/features/search/synonym-queries.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { type CommandResult, commandResult } from "#app/platform/command-result.ts";
import { readWithRetries, resultOf, rowsOf } from "#app/platform/reads.ts";
import { centsFrom } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";

/** Whole days in the store's time zone, `YYYY-MM-DD`, inclusive. */
export interface DayRange {
  from: string;
  to: string;
}

export interface SoldDay {
  day: string;
  orderCount: number;
  salesCents: number;
  refundedCents: number;
}

/** Ledger totals of a range of days, in cents. */
export interface DailyReport {
  orderCount: number;
  /** All payments for orders, including tax and delivery. */
  salesCents: number;
  taxCents: number;
  deliveryCents: number;
  discountCents: number;
  /** Held on cards on these days and not charged yet; not part of the sales. */
  heldCents: number;
  refundCount: number;
  refundedCents: number;
  taxReturnedCents: number;
  /** Sales and refunds by payment method; together they add up to the totals. */
  methods: readonly { method: string; salesCents: number; refundedCents: number }[];
  days: readonly SoldDay[];
  /** Cash drawers that were closed on these days. */
  drawers: readonly CountedDrawer[];
  /** Best sellers, at most ten. */
  best: readonly { productId: number; name: string; quantity: number; amountCents: number }[];
}

/** A cash drawer from its opening to its count. */
export interface CountedDrawer {
  id: string;
  drawer: number;
  openedBy: string | null;
  closedAt: string;
  closedBy: string | null;
  countedCents: number;
  expectedCents: number;
  /** Cash paid in, or out (negative), with its reason. */
  moves: readonly { cents: number; reason: string }[];
}

/** Stock that needs attention, independent of the report's days. */
export interface StockReport {
  low: readonly { productId: number; name: string; prefix: CategoryPrefix; leftCount: number }[];
  slow: readonly { productId: number; name: string; prefix: CategoryPrefix; lastSoldAt: string | null }[];
  missed: readonly ZeroResultSearch[];
}

export async function getDailyReport({ rest }: BrowserData, { from, to }: DayRange): Promise<DailyReport> {
  const row = await readWithRetries(["daily-report", from, to], async () =>
    resultOf(await rest.rpc("daily_report", { first_day: from, last_day: to })),
  );
  return {
    orderCount: row.order_count,
    salesCents: centsFrom(row.sales),
    taxCents: centsFrom(row.tax),
    deliveryCents: centsFrom(row.delivery),
    discountCents: centsFrom(row.discount),
    heldCents: centsFrom(row.held),
    refundCount: row.refund_count,
    refundedCents: centsFrom(row.refunded),
    taxReturnedCents: centsFrom(row.tax_returned),
    methods: row.methods.map(({ method, sales, refunded }) => ({
      method,
      salesCents: centsFrom(sales),
      refundedCents: centsFrom(refunded),
    })),
    days: row.days.map(({ day, order_count, sales, refunded }) => ({
      day,
      orderCount: order_count,
      salesCents: centsFrom(sales),
      refundedCents: centsFrom(refunded),
    })),
    drawers: row.drawers.map(({ id, drawer, opened_by, closed_at, closed_by, counted, expected, moves }) => ({
      id,
      drawer,
      openedBy: opened_by,
      closedAt: closed_at,
      closedBy: closed_by,
      countedCents: centsFrom(counted),
      expectedCents: centsFrom(expected),
      moves: moves.map(({ amount, reason }) => ({ cents: centsFrom(amount), reason })),
    })),
    best: row.best.map(({ product_id, name, quantity, amount }) => ({
      productId: product_id,
      name,
      quantity,
      amountCents: centsFrom(amount),
    })),
  };
}

export async function getStockReport(data: BrowserData, timeZone: string): Promise<StockReport> {
  const [low, slow, missed] = await Promise.all([
    readWithRetries(["low-stock"], async () => rowsOf(await data.rest.rpc("list_low_stock", {}))),
    readWithRetries(["slow-products"], async () => rowsOf(await data.rest.rpc("list_slow_products", {}))),
    listMissedSearches(data, timeZone),
  ]);
  return {
    low: (low ?? []).map((row) => ({
      productId: row.product_id,
      name: sizedName(row.name, row.size_label),
      prefix: row.category,
      leftCount: row.left_count,
    })),
    slow: (slow ?? []).map((row) => ({
      productId: row.product_id,
      name: row.name,
      prefix: row.category,
      lastSoldAt: row.last_sold_at,
    })),
    missed: missed.slice(0, 10),
  };
}

/** Returns whether the current user receives the report by email. */
export async function wantsDailyReportEmail({ rest }: BrowserData): Promise<boolean> {
  const rows = await readWithRetries(["daily-report-email"], async () =>
    rowsOf(await rest.from("daily_report_readers").select("user_id").limit(1)),
  );
  return (rows ?? []).length > 0;
}

export async function setDailyReportEmail({ rest }: BrowserData, isSubscribed: boolean): Promise<CommandResult> {
  return commandResult(await rest.rpc("email_daily_report", { is_subscribed: isSubscribed }));
}
