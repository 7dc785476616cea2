import { useRef } from "react";
import { t } from "#app/messages/t.ts";
import { AnsweredQuestion } from "#app/ui/answered-question.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { passFocusOn } from "#app/ui/pass-focus-on.ts";
import { Stack } from "#app/ui/stack.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import type { Quote } from "./amounts.ts";
import { refreshQuote } from "./quote.ts";
import { useGuestDiscountCode } from "./quote-queries.ts";

/** Field for a discount code; once entered, the code, why it has no effect, and a button to remove it. */
export function DiscountCode({ quote }: { quote: Quote | null }) {
  const guestCode = useGuestDiscountCode();
  const code = quote?.discountCode ?? guestCode;
  return (
    <AnsweredQuestion title={t("Discount code")} answer={code ?? t("None")} isOpen={Boolean(quote?.discountError)}>
      <Stack key={code} gap={3} ref={passFocusOn}>
        {code ? <EnteredCode code={code} quote={quote} /> : <EnterCode />}
      </Stack>
    </AnsweredQuestion>
  );
}

/** @returns the message on failure, null on success */
async function applyCode(code: string): Promise<string | null> {
  const { enterDiscountCode } = await import("./quote-queries.ts");
  const rejection = await enterDiscountCode(code);
  if (rejection === null) await refreshQuote();
  return rejection;
}

/** Field inside the checkout's form, so Enter applies the code instead of submitting the order. */
function EnterCode() {
  const input = useRef<HTMLInputElement>(null);
  const { answer, isBusy, run } = useAttempt();

  const handleApply = () =>
    run(async () => {
      const code = input.current?.value.trim() ?? "";
      const rejection = code === "" ? t("Enter the code") : await applyCode(code);
      return rejection === null ? null : rejected(rejection);
    });

  return (
    <>
      <TextField
        label={t("Code")}
        name="discountCode"
        ref={input}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          void handleApply();
        }}
      />
      <Button variation="secondary" disabled={isBusy} onClick={handleApply}>
        {t("Apply code")}
      </Button>
      <FormAnswer answer={answer} />
    </>
  );
}

/** A guest's code that the quote lacks is checked with the order, because guests typed too many wrong ones. */
function EnteredCode({ code, quote }: { code: string; quote: Quote | null }) {
  const { answer, isBusy, run } = useAttempt();

  function handleRemove() {
    return run(async () => {
      const { dropDiscountCode } = await import("./quote-queries.ts");
      await dropDiscountCode();
      await refreshQuote();
    });
  }

  return (
    <>
      {quote?.discountError ? (
        <FormMessage kind="notice">
          {code}: {quote.discountError}
        </FormMessage>
      ) : quote && quote.discountCode === null ? (
        <FormMessage kind="information">{t("We check {code} when you place your order.", { code })}</FormMessage>
      ) : (
        <FormMessage kind="success">{t("{code} applies to this order.", { code })}</FormMessage>
      )}
      <Button variation="secondary" disabled={isBusy} onClick={handleRemove}>
        {t("Remove code")}
      </Button>
      <FormAnswer answer={answer} />
    </>
  );
}
