import type { BrowserData } from "#app/platform/browser-data.ts";

/** Returns whether the public sees the store. @throws Error if that cannot be read */
export async function isStoreOpen(data: BrowserData): Promise<boolean> {
  const { data: isOpen, error } = await data.rest.rpc("is_store_open");
  if (error) throw new Error(error.message, { cause: error });
  return isOpen;
}

/** Lets the public see the store; for its owner. @throws Error if the store could not be opened */
export async function openStore(data: BrowserData): Promise<void> {
  const { error } = await data.rest.rpc("open_store");
  if (error) throw new Error(error.message, { cause: error });
}
