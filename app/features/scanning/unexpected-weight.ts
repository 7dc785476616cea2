import { t } from "#app/messages/t.ts";
import { poundsText, type Weight } from "#app/values/sold-by-weight.ts";

/** Returns the message about a weight far from the usual one, as `public.weigh_line` decides; null if it is plausible. */
export function unexpectedWeight(
  name: string,
  pounds: number,
  { poundsEach, tolerancePercent }: Weight,
): string | null {
  if (Math.abs(pounds - poundsEach) <= (poundsEach * tolerancePercent) / 100) return null;
  return t("{name} should weigh about {pounds}.", { name, pounds: poundsText(poundsEach) });
}
