import { useRef } from "react";
import { t } from "#app/messages/t.ts";
import { useStoredUserId } from "#app/platform/use-stored-user-id.ts";
import { AnsweredQuestion } from "#app/ui/answered-question.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import type { Quote } from "./amounts.ts";
import { saveGuestDiscountCode, useGuestDiscountCode } from "./guest-discount-code.ts";
import { refreshQuote } from "./quote.ts";

/** Field for a discount code; once entered, the code, why it has no effect, and a button to remove it. */
export function DiscountCode({ quote }: { quote: Quote | null }) {
  const userId = useStoredUserId();
  const guestCode = useGuestDiscountCode();
  return (
    <AnsweredQuestion
      title={t("Discount code")}
      answer={quote?.discountCode ?? guestCode ?? t("None")}
      isOpen={Boolean(quote?.discountError)}
    >
      {userId === null ? (
        <GuestCode code={guestCode} />
      ) : quote?.discountCode ? (
        <EnteredCode code={quote.discountCode} problem={quote.discountError} />
      ) : (
        <EnterCode onEnter={applyCode} />
      )}
    </AnsweredQuestion>
  );
}

/** @returns the message on failure, null on success */
async function applyCode(code: string): Promise<string | null> {
  const { enterDiscountCode } = await import("./enter-discount-code.ts");
  const rejection = await enterDiscountCode(code);
  if (rejection === null) await refreshQuote();
  return rejection;
}

/** Discount code of a guest. It is checked only after the login, so that guests cannot guess codes. */
function GuestCode({ code }: { code: string | null }) {
  if (code === null) {
    return (
      <EnterCode
        onEnter={async (typed) => {
          saveGuestDiscountCode(typed.toUpperCase());
          return null;
        }}
      />
    );
  }
  return (
    <>
      <FormMessage kind="information">{t("We check {code} when you place your order.", { code })}</FormMessage>
      <Button variation="secondary" onClick={() => saveGuestDiscountCode(null)}>
        {t("Remove code")}
      </Button>
    </>
  );
}

/**
 * Field inside the checkout's form, so Enter applies the code instead of submitting the order.
 * @param onEnter resolves with a message on failure
 */
function EnterCode({ onEnter }: { onEnter: (code: string) => Promise<string | null> }) {
  const input = useRef<HTMLInputElement>(null);
  const { answer, isBusy, run } = useAttempt();

  const handleApply = () =>
    run(async () => {
      const code = input.current?.value.trim() ?? "";
      const rejection = code === "" ? t("Enter the code") : await onEnter(code);
      return rejection === null ? null : rejected(rejection);
    });

  return (
    <>
      <TextField
        label={t("Code")}
        name="discountCode"
        ref={input}
        autoComplete="off"
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

function EnteredCode({ code, problem }: { code: string; problem: string | null }) {
  const { answer, isBusy, run } = useAttempt();

  function handleRemove() {
    return run(async () => {
      const { dropDiscountCode } = await import("./enter-discount-code.ts");
      await dropDiscountCode();
      await refreshQuote();
      return null;
    });
  }

  return (
    <>
      {problem ? (
        <FormMessage kind="notice">
          {code}: {problem}
        </FormMessage>
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
