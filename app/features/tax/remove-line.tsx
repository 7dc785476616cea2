import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { focusIfLost } from "#app/ui/focus-if-lost.ts";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { refused, useAttempt } from "#app/ui/use-attempt.ts";

/** Takes one line of a list away. */
export function RemoveLine({
  name,
  onRemove,
  onRemoved,
}: {
  /** What the line is called, for who does not see it. */
  name: string;
  /** @returns what stood in the way, null when nothing did */
  onRemove: (data: BrowserData) => Promise<string | null>;
  onRemoved: () => Promise<void>;
}) {
  const { isBusy, answer, run } = useAttempt();
  return (
    <>
      <Button
        size="small"
        variation="secondary"
        disabled={isBusy}
        onClick={({ currentTarget }) => {
          const section = currentTarget.closest("section");
          return run(async () => {
            const refusal = await onRemove(getBrowserData());
            if (refusal !== null) return refused(refusal);
            await onRemoved();
            // The button is gone with its line.
            focusIfLost(section?.querySelector<HTMLElement>("select, input") ?? null);
            return null;
          });
        }}
      >
        Remove<HiddenText>: {name}</HiddenText>
      </Button>
      <FormAnswer answer={answer} />
    </>
  );
}
