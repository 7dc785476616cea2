import { t } from "#app/messages/t.ts";
import { dueText, type PayInStore } from "./pay-in-store.ts";

/** Returns what staff do before they hand the order over. */
export function takeText(due: Pick<PayInStore, "dueCents" | "needsWeight">): string {
  return due.needsWeight
    ? t("Not paid: weigh, then take {due}", { due: dueText(due) })
    : t("Not paid: take {due}", { due: dueText(due) });
}
