import { dateTimeText } from "./date-text.ts";

export function DateTime({ at }: { at: string }) {
  return <time dateTime={at}>{dateTimeText(at)}</time>;
}
