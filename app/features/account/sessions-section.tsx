import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { AccountActions, AccountSection } from "./account-section.tsx";
import { signOut } from "./sign-in.ts";
import { useAttempt } from "./use-attempt.ts";

/** Ends sessions on other devices, or everywhere. */
export function SessionsSection({ onSignedOut }: { onSignedOut: () => void }) {
  const { isBusy, message, run } = useAttempt();

  function handleSignOut(scope: "others" | "global") {
    return run(async () => {
      const refusal = await signOut(getBrowserData(), scope);
      if (refusal !== null) return { kind: "error", text: refusal };
      if (scope === "others") return { kind: "success", text: "All other devices are logged out." };
      onSignedOut();
      return null;
    });
  }

  return (
    <AccountSection title="Devices">
      <p>Lost a phone, or logged in on somebody else's computer? End those sessions here.</p>
      <AccountActions>
        <Button variation="secondary" disabled={isBusy} onClick={() => handleSignOut("others")}>
          Sign out other devices
        </Button>
        <Button variation="secondary" disabled={isBusy} onClick={() => handleSignOut("global")}>
          Sign out everywhere
        </Button>
      </AccountActions>
      {message ? <FormMessage kind={message.kind}>{message.text}</FormMessage> : null}
    </AccountSection>
  );
}
