import type { BrowserData } from "#app/platform/browser-data.ts";
import { type CommandResult, commandResult } from "#app/platform/command-result.ts";
import type { TextChannel } from "#app/values/text-channel.ts";

/** Commands to turn the texts of an order on and off. */
export interface OrderTextCommands {
  start(channel: TextChannel, wordingVersion: number): Promise<CommandResult>;
  stop(): Promise<CommandResult>;
}

/** Returns the commands for the order's customer, which give or withdraw the consent. */
export function ownOrderTexts(data: BrowserData, orderId: string): OrderTextCommands {
  return {
    start: async (channel, wordingVersion) =>
      commandResult(
        await data.rest.rpc("set_order_texts", { order_id: orderId, channel, wording_version: wordingVersion }),
      ),
    stop: async () => commandResult(await data.rest.rpc("stop_order_texts", { order_id: orderId })),
  };
}
