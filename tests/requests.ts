import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { BrowserData } from "#app/platform/browser-data.ts";
import type { Database } from "#app/platform/database-rows.ts";
import type { Person, TestShop } from "./running-shop.ts";

type Client = Pick<SupabaseClient, "from" | "rpc">;
/** Sends requests to the data service: a client, a person, or a store as its server. Each throws its error. */
type Caller = Client | { client: Client } | { data: { service: Client } };
type Functions = Database["public"]["Functions"];

function clientOf(caller: Caller): Client {
  if ("client" in caller) return caller.client;
  return "data" in caller ? caller.data.service : caller;
}

/** Calls a database function and returns its result. */
export const call = async <Name extends keyof Functions>(
  caller: Caller,
  name: Name,
  args: object = {},
): Promise<Functions[Name]["Returns"]> => (await clientOf(caller).rpc(name, args).throwOnError()).data;

/** Returns the only row with the values of `match`. */
export const readRow = async <Columns extends string>(
  caller: Caller,
  table: string,
  columns: Columns,
  match: Record<string, unknown>,
) => (await clientOf(caller).from(table).select(columns).match(match).single().throwOnError()).data;

/** Returns the rows with the values of `match`. */
export async function readRows<Columns extends string>(
  caller: Caller,
  table: string,
  columns: Columns,
  match: Record<string, unknown> = {},
  orderBy?: string,
) {
  const rows = clientOf(caller).from(table).select(columns).match(match);
  return (await (orderBy ? rows.order(orderBy) : rows).throwOnError()).data;
}

/** Returns the newest entries of the audit log with the values of `match`, the newest first. */
export const readNewestEntries = async <Columns extends string>(
  caller: Caller,
  columns: Columns,
  match: Record<string, unknown> = {},
  count = 1,
) => {
  const entries = clientOf(caller).from("audit_log").select(columns).match(match);
  return (await entries.order("id", { ascending: false }).limit(count).throwOnError()).data;
};

/** Adds a row, or several. */
export async function insert(caller: Caller, table: string, rows: object): Promise<void> {
  await clientOf(caller).from(table).insert(rows).throwOnError();
}

/** Adds a row and returns these columns of it. */
export async function insertRow<Columns extends string>(caller: Caller, table: string, row: object, columns: Columns) {
  return (await clientOf(caller).from(table).insert(row).select(columns).single().throwOnError()).data;
}

/** Changes the rows with the values of `match`. */
export async function update(
  caller: Caller,
  table: string,
  match: Record<string, unknown>,
  values: object,
): Promise<void> {
  await clientOf(caller).from(table).update(values).match(match).throwOnError();
}

/** Adds a line to an order by a plain insert, by default of one unit. */
export const addLine = (caller: Caller, order_id: string, line: object) =>
  clientOf(caller)
    .from("order_items")
    .insert({ order_id, quantity: 1, ...line });

/** The data service as a person's browser uses it. */
export const browserOf = ({ client }: Pick<Person, "client">) =>
  ({ rest: client, auth: client.auth, storage: client.storage }) as unknown as BrowserData;

/** Sender of a request: a person, an access token, or a guest. */
type Sender = Pick<Person, "accessToken"> | string | null | undefined;

/** Sends a request to the store. */
export async function requestAs(
  by: Sender,
  { app }: Pick<TestShop, "app">,
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const token = typeof by === "string" ? by : by?.accessToken;
  return app.request(path, {
    ...init,
    headers: { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) },
  });
}

/** Sends JSON to an endpoint of the store. */
export const postJson = (shop: Pick<TestShop, "app">, path: string, body: unknown, by?: Sender, method = "POST") =>
  requestAs(by, shop, path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** Amounts of a quote without a discount code. */
export const NO_CODE = { discount: 0, discount_code: null, discount_error: null };

/** Fields of an item in a rejection that may be bought as it is. */
export const AVAILABLE = {
  size_id: null,
  choice_ids: null,
  pounds: null,
  size: null,
  needs_size: false,
  needs_choice: false,
  is_sold_out: false,
  quantity_left: null,
};

/** Receives a delivery, by default without a supplier. @returns its id */
export const receiveDelivery = (caller: Caller, lines: readonly object[], more: object = {}) =>
  call(caller, "receive_delivery", {
    supplier_id: null,
    reference: "",
    note: "",
    lines,
    request_key: randomUUID(),
    ...more,
  });
