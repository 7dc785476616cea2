import { dateTimeText } from "#app/values/shop-clock.ts";

export function DateTime({ at }: { at: string }) {
  return <time dateTime={at}>{dateTimeText(at)}</time>;
}
