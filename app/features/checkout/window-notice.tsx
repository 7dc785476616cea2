import { setOrderWindow } from "#app/features/delivery/set-order-window.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { type TimeWindow, windowText } from "#app/values/window-text.ts";

/** Replaces the payment form's button when the chosen window is no longer available, and offers the next ones. */
export function WindowNotice({
  orderId,
  message,
  windows,
  timeZone,
  onChosen,
}: {
  orderId: string;
  message: string;
  windows: readonly TimeWindow[];
  timeZone: string;
  onChosen: () => void;
}) {
  const { isBusy, answer, run } = useAttempt();
  return (
    <>
      <FormMessage>
        <p>{t("{message} No card was charged.", { message })}</p>
      </FormMessage>
      {windows.length === 0 ? <p>{t("No times are available in the next two weeks. Call us.")}</p> : null}
      <Stack as="ul" gap={2}>
        {windows.map((window) => (
          <li key={window.startsAt}>
            <Button
              variation="secondary"
              isWide
              disabled={isBusy}
              onClick={() =>
                run(async () => {
                  const rejection = await setOrderWindow(getBrowserData(), orderId, window.startsAt);
                  if (rejection !== null) return rejected(rejection);
                  onChosen();
                  return null;
                })
              }
            >
              {windowText(window, timeZone)}
            </Button>
          </li>
        ))}
      </Stack>
      <FormAnswer answer={answer} />
    </>
  );
}
