import { t } from "#app/messages/t.ts";
import { moneyText } from "#app/values/money.ts";

/**
 * Part of an order that SNAP EBT may pay; renders nothing without eligible products.
 * @param cents absent if unknown
 */
export function SnapAmount({ cents = 0 }: { cents: number | undefined }) {
  return cents === 0 ? null : <p>{t("SNAP eligible: {amount}", { amount: moneyText(cents) })}</p>;
}
