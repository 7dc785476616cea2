import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";

/** Returns whether the public sees the store. @throws Error if that cannot be read */
export async function isStoreOpen(data: BrowserData): Promise<boolean> {
  return commandResult(await data.rest.rpc("is_store_open"));
}

/** Lets the public see the store; for its owner. @throws Error if the store could not be opened */
export async function openStore(data: BrowserData): Promise<void> {
  commandResult(await data.rest.rpc("open_store"));
}
