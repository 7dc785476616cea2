import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { CheckboxField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import { setDailyReportEmail } from "./daily-report.ts";

/** Setting whether the user receives the report by email after closing time. */
export function DailyReportEmail({ isSubscribed }: { isSubscribed: boolean }) {
  const [isOn, setOn] = useState(isSubscribed);
  const { isBusy, answer, run } = useAttempt();

  function handleChange(next: boolean) {
    if (isBusy) return;
    return run(async () => {
      await setDailyReportEmail(getBrowserData(), next);
      setOn(next);
      return done(
        next
          ? t("Daily report on. It comes after the store closes.")
          : t("Daily report off. You won't get it anymore."),
      );
    });
  }

  return (
    <>
      <CheckboxField
        label={t("Email me this report after the store closes")}
        name="emailsDailyReport"
        checked={isOn}
        hint={t("To your account's email address, on open days")}
        onChange={({ currentTarget }) => handleChange(currentTarget.checked)}
      />
      <FormAnswer answer={answer} />
    </>
  );
}
