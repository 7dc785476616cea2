import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { focusNear } from "#app/ui/focus-if-lost.ts";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import type { Account } from "./account.ts";
import { AccountActions, AccountList, AccountListItem } from "./account-section.tsx";
import { type AccountSession, endSession } from "./account-sessions.ts";
import { signOut } from "./sign-in.ts";

/** Devices where the account is logged in, with buttons to end one session, all others, or all. */
export function SessionsSection({ account, onSignedOut }: { account: Account; onSignedOut: () => void }) {
  const { isBusy, answer, run } = useAttempt();

  function handleSignOut(scope: "others" | "global") {
    return run(async () => {
      await signOut(getBrowserData(), scope);
      if (scope === "others") {
        await invalidateReads();
        return done(t("All other devices are logged out."));
      }
      onSignedOut();
      return null;
    });
  }

  async function handleEnd({ id, device }: AccountSession, button: HTMLButtonElement) {
    const section = button.closest("section");
    await run(async () => {
      await endSession(getBrowserData(), id);
      await invalidateReads();
      return done(t("{device} is logged out.", { device }));
    });
    // The focused button is removed with its session.
    focusNear(section);
  }

  return (
    <PanelSection title={t("Devices")}>
      <p>{t("Lost a phone, or used someone else's computer? Log those devices out here.")}</p>
      <AccountList>
        {account.sessions.map((session) => (
          <AccountListItem
            key={session.id}
            name={session.isCurrent ? t("{device} (this device)", { device: session.device }) : session.device}
            detail={nodes(t("Last used <time/>"), { time: <DateTime at={session.lastUsedAt} /> })}
          >
            {session.isCurrent ? null : (
              <SmallButton disabled={isBusy} onClick={({ currentTarget }) => handleEnd(session, currentTarget)}>
                {partlyHidden(t("Log out device<hidden>: {device}</hidden>", { device: session.device }))}
              </SmallButton>
            )}
          </AccountListItem>
        ))}
      </AccountList>
      <AccountActions>
        <Button variation="secondary" disabled={isBusy} onClick={() => handleSignOut("others")}>
          {t("Log out other devices")}
        </Button>
        <Button variation="secondary" disabled={isBusy} onClick={() => handleSignOut("global")}>
          {t("Log out everywhere")}
        </Button>
      </AccountActions>
      <FormAnswer answer={answer} />
    </PanelSection>
  );
}
