import { t } from "#app/messages/t.ts";

export function snapText(): string {
  return t("We accept SNAP EBT in the store. You can't pay with EBT online.");
}
