import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { setLocaleReader } from "#app/messages/current-locale.ts";
import french from "#app/messages/fr.json" with { type: "json" };
import { installTranslations } from "#app/messages/t.ts";
import {
  columnOfStatus,
  type DeliveryType,
  isCanceled,
  isChangeable,
  isOpen,
  isPackable,
  isPaid,
  movesOf,
  ORDER_MOVES,
  ORDER_STATUSES,
  orderStatusLabel,
} from "./order-status.ts";

const schema = readFileSync(new URL("../../../supabase/schemas/orders/orders.sql", import.meta.url), "utf8");

/** Returns the rows of `insert into public.{table} (…) values (…), (…);` as lists of their values. */
function insertedRows(table: string): string[][] {
  const values = new RegExp(`insert into public\\.${table} [^;]*?values\\s*([^;]*);`).exec(schema)?.[1] ?? "";
  return [...values.matchAll(/\(([^()]*)\)/g)].map(([, row = ""]) =>
    row.split(",").map((value) => value.trim().replaceAll("'", "")),
  );
}

test("the statuses are the same as in the database, in the same order", () => {
  const rows = insertedRows("order_statuses");
  expect([...ORDER_STATUSES]).toEqual(rows.map(([status]) => status));
  expect(ORDER_STATUSES.map(orderStatusLabel)).toEqual(rows.map(([, , label]) => label));
  expect(ORDER_STATUSES.map((status) => columnOfStatus(status) ?? "null")).toEqual(
    rows.map(([, , , column]) => column),
  );
});

test("the allowed status changes are the same as in the database", () => {
  const inDatabase = insertedRows("order_status_moves").map(([from, to, only]) => `${from} → ${to} (${only})`);
  expect(ORDER_MOVES.map(({ from, to, only }) => `${from} → ${to} (${only})`).toSorted()).toEqual(
    inDatabase.toSorted(),
  );
  expect(inDatabase.length).toBeGreaterThan(10);
});

test("only a pickup order becomes ready, and only a delivery goes out for delivery", () => {
  const moves = (deliveryType: DeliveryType) => movesOf({ status: "preparing", deliveryType }, "admin");
  expect(moves("pickup")).toEqual(["ready", "cancelled"]);
  expect(moves("delivery")).toEqual(["out_for_delivery", "cancelled"]);
  expect(movesOf({ status: "pending", deliveryType: "pickup" }, "admin")).toEqual(["cancelled"]);
});

test("each status has the same properties as in the database", () => {
  const inDatabase = (name: string) => {
    const list = new RegExp(`private\\.${name}\\(status text\\)[^;]*?return status in \\(([^)]*)\\)`).exec(schema)?.[1];
    return list?.split(", ").map((status) => status.replaceAll("'", ""));
  };
  const facts = { is_changeable: isChangeable, is_packable: isPackable, is_open: isOpen };
  for (const [name, has] of Object.entries({ ...facts, is_paid: isPaid, is_canceled: isCanceled })) {
    expect(ORDER_STATUSES.filter(has), name).toEqual(inDatabase(name));
  }
});

test("a pending, canceled, or refunded order does not count as paid", () => {
  expect(ORDER_STATUSES.filter((status) => !isPaid(status))).toEqual(
    "pending cancelled refunded refund_failed".split(" "),
  );
});

test("each actor is offered only its own status changes", () => {
  const paid = { status: "paid", deliveryType: "pickup" } as const;
  expect(movesOf(paid, "customer")).toEqual(["cancelled"]);
  expect(movesOf(paid, "admin")).toEqual(["preparing", "cancelled"]);
  expect(movesOf({ status: "preparing", deliveryType: "delivery" }, "admin")).toEqual([
    "out_for_delivery",
    "cancelled",
  ]);
  expect(movesOf({ status: "completed", deliveryType: "pickup" }, "admin")).toEqual([]);
  expect(movesOf({ status: "preparing", deliveryType: "pickup" }, "customer")).toEqual([]);
});

test("French statuses agree in gender with the order", () => {
  installTranslations("fr", new Map(Object.entries(french)));
  setLocaleReader(() => "fr");
  onTestFinished(() => setLocaleReader(() => "en"));
  const labels = (["paid", "completed", "cancelled", "refunded"] as const).map(orderStatusLabel);
  expect(labels).toEqual(["Payée", "Terminée", "Annulée", "Remboursée"]);
});
