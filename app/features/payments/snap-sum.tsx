import { t } from "#app/messages/t.ts";
import { moneyText } from "#app/values/money.ts";

/**
 * Part of a cart that SNAP EBT may pay; renders nothing without eligible products.
 * @param isDiscounted whether a discount code lowers the total; the amount shown is the one before the discount
 */
export function SnapSum({ cents, isDiscounted }: { cents: number; isDiscounted: boolean }) {
  if (cents === 0) return null;
  const sum = moneyText(cents);
  return (
    <p>
      {isDiscounted
        ? t("SNAP eligible: {sum} before the discount. EBT in the store only.", { sum })
        : t("SNAP eligible: {sum}. EBT in the store only.", { sum })}
    </p>
  );
}
