import type { StoreSettings } from "./store-settings.ts";

export type Banner = Pick<StoreSettings, "bannerText" | "bannerUntil">;

/** Whether the end of the line has come. */
export function isOver({ bannerUntil }: Banner, now: Date): boolean {
  return bannerUntil !== null && Date.parse(bannerUntil) <= now.getTime();
}
