import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { type PushState, turnOffPush, turnOnPush } from "#app/platform/push-subscription.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Row } from "#app/ui/row.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";

/**
 * Button to turn push notifications about the customer's orders on and off on this device; renders nothing if the
 * browser does not support them.
 */
export function OrderNotifications({ initialState }: { initialState: PushState }) {
  const [state, setState] = useState(initialState);
  const { isBusy, answer, run } = useAttempt();
  if (state === null) return null;

  function handleChange() {
    void run(async () => {
      const isOn = state === "on";
      try {
        setState(await (isOn ? turnOffPush : turnOnPush)(getBrowserData()));
        return null;
      } catch {
        return rejected(
          isOn
            ? t("We couldn't turn off notifications. Try again.")
            : t("We couldn't turn on notifications. Try again."),
        );
      }
    });
  }

  return (
    <Row gap={3} rowGap={2} align="center">
      <p role="status" hidden={state === "off"}>
        {state === "on" ? t("Notifications are on.") : null}
        {state === "blocked"
          ? t("Your browser blocks our notifications. Allow them in its settings for this site, then try again.")
          : null}
      </p>
      <SmallButton disabled={isBusy} onClick={handleChange}>
        {state === "on" ? t("Turn off") : t("Notify me on this device")}
      </SmallButton>
      <FormAnswer answer={answer} />
    </Row>
  );
}
