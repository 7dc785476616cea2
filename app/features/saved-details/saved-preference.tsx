import { PreferenceQuestion } from "#app/features/catalog/preference-fields.tsx";
import type { SubstitutionPreference } from "#app/features/catalog/substitution-preference.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import { orError } from "#app/values/error-text.ts";
import { removePreference, savePreference } from "./saved-details.ts";

/** Setting for the cart's default substitution preference, which the customer can override in the cart. */
export function SavedPreference({ preference }: { preference: SubstitutionPreference | null }) {
  const { answer, isBusy, run } = useAttempt();

  function save(chosen: SubstitutionPreference | null) {
    return run(async () => {
      const data = getBrowserData();
      const saved = chosen === null ? removePreference(data) : savePreference(data, chosen);
      await orError(saved, t("We couldn't save your preference. Try again."));
      await invalidateReads();
      return done(chosen === null ? t("We'll ask you again with your next cart.") : t("Preference saved."));
    });
  }

  return (
    <PanelSection title={t("If an item is out of stock")}>
      <PreferenceQuestion preference={preference} onChange={save} />
      {preference === null ? null : (
        <Button isNarrow variation="secondary" disabled={isBusy} onClick={() => save(null)}>
          {t("Ask me each time")}
        </Button>
      )}
      <FormAnswer answer={answer} />
    </PanelSection>
  );
}
