import { t } from "#app/messages/t.ts";
import type { TableRow } from "#app/platform/selected-row.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { isKeyOf } from "#app/values/typed-object.ts";

export type MovementKind = TableRow<"stock_movements">["kind"];

export const movementLabels = (): Record<MovementKind, string> => ({
  received: t("Received"),
  undone: t("Undone"),
  counted: t("Counted"),
  waste: t("Waste"),
  theft: t("Theft"),
  own_use: t("Own use"),
  correction: t("Correction"),
  edited: t("Edited"),
});

export function movementKindFrom(text: string | null): MovementKind | null {
  return isKeyOf(movementLabels(), text) ? text : null;
}

/** Reasons that staff may choose, with their labels. */
export const adjustments = () => ({
  waste: t("Waste"),
  theft: t("Theft"),
  own_use: t("Own use"),
  correction: t("Correction"),
});
export type AdjustmentKind = keyof ReturnType<typeof adjustments>;

export function isAdjustment(kind: MovementKind): kind is AdjustmentKind {
  return isKeyOf(adjustments(), kind);
}

/**
 * @param isMore whether a correction adds units
 * @returns units added (positive) or removed (negative); null for an invalid number
 */
export function adjustmentOf(kind: AdjustmentKind, typed: string, isMore: boolean): number | null {
  const units = wholeNumberTyped(typed);
  if (units === null || units < 1 || units > 99_999) return null;
  return kind === "correction" && isMore ? units : -units;
}
