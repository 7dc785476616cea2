import { t } from "#app/messages/t.ts";
import { centsTyped } from "./money.ts";

/** Returns the message for an invalid amount; undefined for an empty field. */
export function moneyProblem(text: string): string | undefined {
  const typed = text.trim();
  return typed === "" || centsTyped(typed) !== null
    ? undefined
    : t("“{typed}” is not an amount. Enter dollars and cents, such as 4.99.", { typed });
}
