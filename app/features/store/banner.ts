import type { StoreSettings } from "./store-settings.ts";

export type Banner = Pick<StoreSettings, "bannerText" | "bannerUntil">;

/** Returns whether the banner has expired. */
export function isOver({ bannerUntil }: Banner, now: Date): boolean {
  return bannerUntil !== null && Date.parse(bannerUntil) <= now.getTime();
}
