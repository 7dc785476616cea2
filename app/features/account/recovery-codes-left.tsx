import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Question } from "#app/ui/question.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { AccountListItem } from "./account-section.tsx";
import { makeRecoveryCodes } from "./recovery-codes.ts";

/** Number of unused recovery codes, and a button to create new ones, which asks for confirmation while any are left. */
export function RecoveryCodesLeft({ left, onMade }: { left: number; onMade: (codes: string[]) => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, answer, run } = useAttempt();

  async function handleMake() {
    const codes = await makeRecoveryCodes(getBrowserData());
    setAsking(false);
    await onMade(codes);
  }

  return (
    <AccountListItem name={t("Recovery codes")} detail={t("{left} left", { left })}>
      <Button
        size="small"
        variation="secondary"
        disabled={isBusy}
        onClick={() => (left > 0 ? setAsking(true) : run(handleMake))}
      >
        {left > 0 ? t("Create new codes") : t("Create recovery codes")}
      </Button>
      <FormAnswer answer={answer} />
      {isAsking ? (
        <Question
          title={t("Create new recovery codes?")}
          yes={t("Create new codes")}
          no={t("Keep old codes")}
          onYes={handleMake}
          onClose={() => setAsking(false)}
        >
          {t(
            "{left, plural, one {Your remaining code will stop working.} other {Your # remaining codes will stop working.}}",
            { left },
          )}
        </Question>
      ) : null}
    </AccountListItem>
  );
}
