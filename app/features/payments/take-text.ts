import { t } from "#app/messages/t.ts";
import { dueText, type PayInStore } from "./pay-in-store.ts";

/** Returns the instruction for staff before they hand over the order. */
export function takeText(due: Pick<PayInStore, "dueCents" | "needsWeight">): string {
  return due.needsWeight
    ? t("Not paid: weigh, then take {due}", { due: dueText(due) })
    : t("Not paid: take {due}", { due: dueText(due) });
}
