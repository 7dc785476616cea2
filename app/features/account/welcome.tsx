import { useEffect } from "react";
import { useLocation } from "react-router";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { withErrorToast } from "#app/ui/action-toast.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { passFocusOn } from "#app/ui/pass-focus-on.ts";
import { Row } from "#app/ui/row.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { UserText } from "#app/ui/user-text.tsx";
import type { CurrentUser } from "./current-user.ts";
import { signOut } from "./sign-in.ts";
import styles from "./welcome.module.css";

/** Location state that makes /auth end the session, after the previous page could ask about unsaved changes. */
export const LOG_OUT = "log out";

/** @param onSignedOut must replace the location, so that its state ends no later session */
export function Welcome({ user, onSignedOut }: { user: CurrentUser; onSignedOut: () => void }) {
  const { isBusy, run } = useAttempt();
  const { state } = useLocation();

  function handleLogout() {
    return run(() => withErrorToast(() => signOut(getBrowserData()).then(onSignedOut)));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per navigation.
  useEffect(() => {
    if (state === LOG_OUT) void handleLogout();
  }, [state]);

  return (
    <Row gap={4} align="center" justify="between">
      <div>
        <h1>{nodes(t("Welcome, <name/>"), { name: <UserText>{user.name ?? user.email}</UserText> })}</h1>
        <p className={styles.email}>{user.email}</p>
      </div>
      <Row gap={3}>
        <ButtonLink to="/account" variation="secondary">
          {t("Account settings")}
        </ButtonLink>
        <Button ref={passFocusOn} variation="secondary" disabled={isBusy} onClick={handleLogout}>
          {t("Log out")}
        </Button>
      </Row>
    </Row>
  );
}
