import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { saveFile } from "#app/platform/save-file.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import { orError } from "#app/values/error-text.ts";
import { readAccountCopy } from "./account-copy-queries.ts";

/** Button that downloads the data of the account as a file. */
export function AccountCopy() {
  const { answer, isBusy, run } = useAttempt();

  function handleCopy() {
    return run(async () => {
      const reading = readAccountCopy(getBrowserData(), new Date());
      const copy = await orError(reading, t("We couldn't create the copy. Try again."));
      saveFile("my-account.json", new Blob([JSON.stringify(copy, null, 2)], { type: "application/json" }));
      return done(t("Copy downloaded."));
    });
  }

  return (
    <PanelSection title={t("Download your data")}>
      <p>{t("One file with everything we store about you: account, saved details, carts, and orders.")}</p>
      <Button isNarrow variation="secondary" disabled={isBusy} onClick={handleCopy}>
        {t("Download copy")}
      </Button>
      <FormAnswer answer={answer} />
    </PanelSection>
  );
}
