import { AccountActions, AccountSection } from "#app/features/account/account-section.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { done, rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { readAccountCopy } from "./account-copy-queries.ts";

/** Button that downloads the data of the account as a file. */
export function AccountCopy() {
  const { answer, isBusy, run } = useAttempt();

  function handleCopy() {
    return run(async () => {
      try {
        const copy = await readAccountCopy(getBrowserData(), new Date());
        download(JSON.stringify(copy, null, 2), "my-account.json");
      } catch (error) {
        console.error(error);
        return rejected(t("We couldn't create the copy. Try again."));
      }
      return done(t("Copy downloaded."));
    });
  }

  return (
    <AccountSection title={t("Download your data")}>
      <p>{t("One file with everything we store about you: account, saved details, carts, and orders.")}</p>
      <AccountActions>
        <Button variation="secondary" disabled={isBusy} onClick={handleCopy}>
          {t("Download copy")}
        </Button>
      </AccountActions>
      <FormAnswer answer={answer} />
    </AccountSection>
  );
}

function download(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
