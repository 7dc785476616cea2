import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";
import { readRow } from "#app/platform/reads.ts";
import { type OrderTexts, orderTextsFromRow, type TextChannel } from "./order-texts.ts";

/**
 * Reads the text settings of an order, for its customer.
 * @returns null if the store sends no texts
 * @throws when they cannot be read
 */
export async function findOrderTexts(data: BrowserData, orderId: string): Promise<OrderTexts | null> {
  const row = await readRow(["order-texts", orderId], () =>
    data.rest.rpc("read_order_texts", { order_id: orderId }).single(),
  );
  return row && orderTextsFromRow(row);
}

/** Commands to turn the texts of an order on and off. */
export interface OrderTextCommands {
  start(channel: TextChannel, wordingVersion: number): Promise<void>;
  stop(): Promise<void>;
}

/** Returns the commands for the order's customer, which give or withdraw the consent. */
export function ownOrderTexts({ rest }: BrowserData, orderId: string): OrderTextCommands {
  return {
    start: async (channel, wordingVersion) =>
      void commandResult(
        await rest.rpc("set_order_texts", { order_id: orderId, channel, wording_version: wordingVersion }),
      ),
    stop: async () => void commandResult(await rest.rpc("stop_order_texts", { order_id: orderId })),
  };
}
