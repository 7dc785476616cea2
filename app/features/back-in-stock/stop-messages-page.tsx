import { useState } from "react";
import { currentLocale } from "#app/messages/current-locale.ts";
import { t } from "#app/messages/t.ts";
import { readErrorBody } from "#app/platform/reads.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { unknownErrorText } from "#app/values/error-text.ts";

/**
 * Page that a link in an email opens, to stop all stock messages of that account. Nothing stops before the button is
 * clicked.
 */
export function StopMessagesPage() {
  const [isStopped, setStopped] = useState(false);
  const { answer, isBusy, run } = useAttempt();

  function handleStop() {
    return run(async () => {
      // The fragment of the URL is not sent when the page loads, so this request sends it in its body.
      const problem = await stopStockMessages(window.location.hash.slice(1));
      if (problem !== null) return rejected(problem);
      setStopped(true);
      return null;
    });
  }

  return (
    <>
      <h1>{t("Stock messages")}</h1>
      {isStopped ? (
        <>
          <FormMessage kind="success">{t("Stock messages stopped. You aren't waiting for any product.")}</FormMessage>
          <ButtonLink to="/home" isNarrow>
            {t("Continue shopping")}
          </ButtonLink>
        </>
      ) : (
        <>
          <p>{t("Stop waiting for all sold-out products? We still write to you about your orders.")}</p>
          <Button disabled={isBusy} onClick={handleStop} isNarrow>
            {t("Stop stock messages")}
          </Button>
          <FormAnswer answer={answer} />
        </>
      )}
    </>
  );
}

/**
 * Ends all requests of the account whose email has this link. The session is not used.
 * @returns the message on failure, null on success
 */
async function stopStockMessages(token: string): Promise<string | null> {
  const answer = await fetch("/api/stop-messages", {
    method: "POST",
    headers: { "content-type": "application/json", "accept-language": currentLocale() },
    body: JSON.stringify({ token }),
  });
  if (answer.ok) return null;
  const { error } = await readErrorBody(answer);
  return answer.status < 500 && error !== undefined ? error : unknownErrorText();
}
