import { data, type RouterContextProvider } from "react-router";
import { publicConfigContext, publicDataContext } from "#app/platform/contexts.ts";
import { knownClockOf } from "#app/values/wall-clock.ts";
import { defaultStoreSettings } from "./store-settings.ts";
import { readStoreSettings } from "./store-settings-queries.ts";

/** Loads the data for header and footer of every page: the store's settings and its clock. */
export async function loadStoreFrame(context: Readonly<RouterContextProvider>) {
  try {
    const { shopMode } = context.get(publicConfigContext);
    const settings = await readStoreSettings(context.get(publicDataContext), shopMode);
    return { settings, clock: knownClockOf(settings.timeZone, new Date()) };
  } catch {
    // Send the default settings with the error, so that pages do not need to load them as script for the error page.
    throw data({ settings: defaultStoreSettings }, { status: 503 });
  }
}
