import { t } from "#app/messages/t.ts";
import { useStoredUserId } from "#app/platform/use-stored-user-id.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import type { Quote } from "./amounts.ts";
import styles from "./discount-code.module.css";
import { saveGuestDiscountCode, useGuestDiscountCode } from "./guest-discount-code.ts";
import { refreshQuote } from "./quote.ts";

/** Field for a discount code; once entered, the code, why it has no effect, and a button to remove it. */
export function DiscountCode({ quote }: { quote: Quote | null }) {
  const userId = useStoredUserId();
  const guestCode = useGuestDiscountCode();
  return (
    <details className={styles.code} open={quote?.discountCode || guestCode !== null ? true : undefined}>
      <summary>
        {t("Discount code")} <Icon name="chevron" />
      </summary>
      {userId === null ? (
        <GuestCode code={guestCode} />
      ) : quote?.discountCode ? (
        <EnteredCode code={quote.discountCode} problem={quote.discountError} />
      ) : (
        <EnterCode onEnter={applyCode} />
      )}
    </details>
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
    <div className={styles.form}>
      <FormMessage kind="information">{t("We check {code} when you place your order.", { code })}</FormMessage>
      <Button variation="secondary" onClick={() => saveGuestDiscountCode(null)}>
        {t("Remove code")}
      </Button>
    </div>
  );
}

/** @param onEnter resolves with a message on failure */
function EnterCode({ onEnter }: { onEnter: (code: string) => Promise<string | null> }) {
  const form = useForm({
    read: (field) => field("discountCode").trim(),
    check: (code) => ({ discountCode: code === "" ? t("Enter the code") : undefined }),
    send: async (code) => {
      const rejection = await onEnter(code);
      return rejection === null ? null : rejected(rejection);
    },
  });
  return (
    <form {...form.props} aria-label={t("Discount code")} className={styles.form}>
      <TextField
        label={t("Code")}
        name="discountCode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        error={form.errors["discountCode"]}
      />
      <Button type="submit" variation="secondary" disabled={form.isBusy}>
        {t("Apply code")}
      </Button>
      <FormAnswer answer={form.answer} />
    </form>
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
    <div className={styles.form}>
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
    </div>
  );
}
