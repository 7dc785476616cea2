import { use } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { dayWords } from "#app/values/shop-clock.ts";
import { addNote } from "./save-note.ts";

/** Records a call today with one click; its text can be added under the notes. */
export function CallButton({ customerId, lastCallAt }: { customerId: string; lastCallAt: string | null }) {
  const timeZone = use(ShopTimeZone);
  const { isBusy, answer, run } = useAttempt();

  function handleCall() {
    return run(async () => {
      await addNote(getBrowserData(), customerId, { kind: "call", text: "" });
      await invalidateReads();
      showToast({ kind: "success", text: t("Call recorded. You can add a text to it under Notes.") });
      return null;
    });
  }

  return (
    <>
      <Button variation="secondary" disabled={isBusy} onClick={handleCall}>
        {t("Talked by phone today")}
      </Button>
      <span>
        {lastCallAt === null
          ? t("No call recorded yet.")
          : t("Last call: {day}", { day: callDay(lastCallAt, timeZone) })}
      </span>
      <FormAnswer answer={answer} />
    </>
  );
}

function callDay(at: string, timeZone: string): string {
  return dayWords(at, new Date(), timeZone);
}
