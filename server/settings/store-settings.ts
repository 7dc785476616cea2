import { defaultStoreSettings, type StoreSettings } from "#app/features/store/store-settings.ts";
import { readStoreSettings } from "#app/features/store/store-settings-queries.ts";
import type { ShopData } from "./shop-data.ts";
import { failed } from "./unavailable.ts";

const lastRead = new WeakMap<ShopData, StoreSettings>();

/**
 * Returns the store settings without sample values.
 * @throws Error if they cannot be read
 */
export async function getStoreSettings(data: ShopData): Promise<StoreSettings> {
  const record = await readStoreSettings(data.public, "live").catch((error: Error) => {
    throw failed(error.cause ?? error);
  });
  lastRead.set(data, record);
  return record;
}

/** Returns the store settings; while they cannot be read, the last known ones or the defaults. */
export async function lastKnownStoreSettings(data: ShopData): Promise<StoreSettings> {
  return getStoreSettings(data).catch(() => lastRead.get(data) ?? defaultStoreSettings);
}
