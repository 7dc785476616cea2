import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData, type UserIdentity } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { Question } from "#app/ui/question.tsx";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import { type Account, linkGoogle, unlinkIdentity } from "./account.ts";
import { AccountList, AccountListItem } from "./account-section.tsx";
import { codeSentText } from "./reauthentication-fields.tsx";

/** Login methods of the account. The last one can't be removed. */
export function Identities({ account }: { account: Account }) {
  const [removing, setRemoving] = useState<UserIdentity | null>(null);
  /** Null until a code was sent. */
  const [code, setCode] = useState<string | null>(null);
  const { isBusy, answer, run } = useAttempt();
  const { identities, hasGoogle } = account;
  const isLast = identities.length <= 1;
  const canLinkGoogle = hasGoogle && !identities.some(({ provider }) => provider === "google");

  const digits = (code ?? "").replaceAll(" ", "");

  function handleLink() {
    return run(async () => {
      const linked = await linkGoogle(getBrowserData(), account, digits);
      if (linked.kind === "done") return null;
      setCode("");
      return done(codeSentText());
    });
  }

  async function handleRemove(identity: UserIdentity) {
    const unlinked = await unlinkIdentity(getBrowserData(), account, digits, identity);
    if (unlinked.kind === "code-needed") {
      setCode("");
      throw new Error(codeSentText());
    }
    await invalidateReads();
    handleClose();
  }

  function handleClose() {
    setRemoving(null);
    setCode(null);
  }

  const codeField =
    code === null ? null : (
      <TextField
        label={t("Code we sent you")}
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        onValue={setCode}
      />
    );

  return (
    <PanelSection title={t("Ways to log in")}>
      <AccountList>
        {identities.map((identity) => (
          <AccountListItem
            key={identity.identity_id}
            name={nameOf(identity)}
            detail={identity.provider === "phone" ? (account.phone ?? undefined) : emailOf(identity)}
          >
            {isLast ? null : (
              <SmallButton onClick={() => setRemoving(identity)}>
                {t("Disconnect {provider}", { provider: nameOf(identity) })}
              </SmallButton>
            )}
          </AccountListItem>
        ))}
      </AccountList>
      {isLast ? <p>{t("You can't disconnect your only way to log in.")}</p> : null}
      {removing === null ? codeField : null}
      {canLinkGoogle ? (
        <Button isNarrow variation="secondary" disabled={isBusy} onClick={handleLink}>
          <GoogleMark />
          {t("Connect Google")}
        </Button>
      ) : null}
      <FormAnswer answer={answer} />
      {removing ? (
        <Question
          title={t("Disconnect {provider}?", { provider: nameOf(removing) })}
          yes={t("Disconnect")}
          no={t("Keep it")}
          onYes={() => handleRemove(removing)}
          onClose={handleClose}
        >
          <p>
            {removing.provider === "email"
              ? t("This also removes your password. You can still log in another way.")
              : t("You can no longer log in with {provider}.", { provider: nameOf(removing) })}
          </p>
          {codeField}
        </Question>
      ) : null}
    </PanelSection>
  );
}

function nameOf({ provider }: UserIdentity): string {
  const names: Record<string, string> = { email: t("Email"), phone: t("Phone"), google: "Google" };
  return names[provider] ?? (provider.startsWith("sso:") ? t("Your company") : provider);
}

function emailOf({ identity_data: data }: UserIdentity): string | undefined {
  return typeof data?.["email"] === "string" ? data["email"] : undefined;
}

/** A plain letter in a ring, because Google allows its logo only in the form that Google provides. */
export function GoogleMark() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
    >
      <path d="M20.5 12H12.5M20.5 12a8.5 8.5 0 1 1-2.6-6.1" strokeLinecap="round" />
    </svg>
  );
}
