import { AccountActions, AccountSection } from "#app/features/account/account-section.tsx";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { done, refused, useAttempt } from "#app/ui/use-attempt.ts";
import { WishQuestion } from "#app/ui/wish-fields.tsx";
import type { Wish } from "#app/values/wish.ts";
import { keepWish, removeWish } from "./saved-details.ts";

/** Default substitution preference of the cart, until the customer chooses another one there. */
export function SavedWish({ wish, onChanged }: { wish: Wish | null; onChanged: () => Promise<void> }) {
  const { answer, isBusy, run } = useAttempt();

  function save(chosen: Wish | null) {
    return run(async () => {
      try {
        if (chosen === null) await removeWish(getBrowserData());
        else await keepWish(getBrowserData(), chosen);
      } catch (error) {
        console.error(error);
        return refused("Your wish could not be saved. Please try again.");
      }
      await onChanged();
      return done(chosen === null ? "The next cart asks you again." : "Your wish has been saved.");
    });
  }

  return (
    <AccountSection title="If something is not there">
      <WishQuestion wish={wish} onChange={save} />
      {wish === null ? null : (
        <AccountActions>
          <Button variation="secondary" disabled={isBusy} onClick={() => save(null)}>
            Ask me each time
          </Button>
        </AccountActions>
      )}
      <FormAnswer answer={answer} />
    </AccountSection>
  );
}
