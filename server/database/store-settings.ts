import { defaultStoreSettings, type StoreSettings } from "#app/features/store/store-settings.ts";
import { readStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { failed } from "#server/base/unavailable.ts";
import { contentVersionOf } from "./content-version.ts";
import type { ShopData } from "./shop-data.ts";

const lastRead = new WeakMap<ShopData, { version: string; settings: StoreSettings }>();

/**
 * Returns the store settings without sample values, read again when the content changes.
 * @throws Error if they cannot be read
 */
export async function getStoreSettings(data: ShopData): Promise<StoreSettings> {
  const content = contentVersionOf(data);
  await content.refresh();
  const version = content.isFresh() ? content.current : "";
  const known = lastRead.get(data);
  if (version !== "" && known?.version === version) return known.settings;
  const settings = await readStoreSettings(data.public, "live").catch((error: Error) => {
    throw failed(error.cause ?? error);
  });
  lastRead.set(data, { version, settings });
  return settings;
}

/** Returns the store settings; while they cannot be read, the last known ones or the defaults. */
export async function lastKnownStoreSettings(data: ShopData): Promise<StoreSettings> {
  return getStoreSettings(data).catch(() => lastRead.get(data)?.settings ?? defaultStoreSettings);
}
