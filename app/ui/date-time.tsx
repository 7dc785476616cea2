import { use } from "react";
import { dateTimeText } from "#app/values/shop-clock.ts";
import { ShopTimeZone } from "./shop-time-zone.ts";

export function DateTime({ at }: { at: string }) {
  return <time dateTime={at}>{dateTimeText(at, use(ShopTimeZone))}</time>;
}
