import { useNavigate } from "react-router";
import type { CurrentUser } from "#app/features/account/current-user.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import styles from "#app/ui/editable-list.module.css";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";

/** Page of the link that the start of an empty store prints. */
export function BecomeOwnerPage({ user: { email }, token }: { user: CurrentUser; token: string }) {
  const { isBusy, answer, run } = useAttempt();
  const navigate = useNavigate();

  async function handleClick() {
    await runCommand("become_owner", { token });
    await navigate("/desk/first-steps", { replace: true });
  }

  return (
    <div className={styles.form}>
      <h1>{t("Become the owner")}</h1>
      <p>
        {nodes(t("You are logged in as <email/>. This account will own the store."), {
          email: <strong>{email}</strong>,
        })}
      </p>
      <FormAnswer answer={answer} />
      <Button size="large" disabled={isBusy} onClick={() => run(handleClick)} isNarrow>
        {t("Become the owner")}
      </Button>
    </div>
  );
}
