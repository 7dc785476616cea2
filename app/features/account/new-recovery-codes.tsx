import { useId, useState } from "react";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { saveFile } from "#app/platform/save-file.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { takeFocus } from "#app/ui/element-refs.ts";
import textStyles from "#app/ui/text.module.css";
import { useUnsavedChangesPrompt } from "#app/ui/unsaved-changes-prompt.tsx";
import { AccountActions } from "./account-section.tsx";
import styles from "./new-recovery-codes.module.css";
import { recoveryCodesText } from "./recovery-codes.ts";

const isShown = () => true;

/** New recovery codes, which are shown only once. */
export function NewRecoveryCodes({
  codes,
  shopName,
  sign,
  onSaved,
}: {
  codes: readonly string[];
  shopName: string;
  /** Email address or phone number of the account. */
  sign: string;
  onSaved: () => void;
}) {
  const id = useId();
  const [status, setStatus] = useState("");
  const { question } = useUnsavedChangesPrompt(isShown, {
    question: t("Leave without saving your recovery codes? We won't show them again."),
    stay: t("Stay"),
    leave: t("Leave"),
  });
  const text = recoveryCodesText(codes, shopName, sign);

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(text);
      setStatus(t("Codes copied."));
    } catch {
      setStatus(t("Your browser blocked copying. Save the codes as a file, or write them down."));
    }
  }

  function handleSave() {
    saveFile("recovery-codes.txt", new Blob([text], { type: "text/plain" }));
    setStatus(t("Codes saved as recovery-codes.txt."));
  }

  return (
    <section className={styles.card} aria-labelledby={id}>
      {/* The codes replace a form or a dialog. The focus makes screen readers read them and phones scroll to them. */}
      <h3 ref={takeFocus} id={id} tabIndex={-1} className={textStyles.lead}>
        {t("Save your recovery codes")}
      </h3>
      <p className={styles.whose}>
        {shopName}, {sign}
      </p>
      <p>
        {nodes(
          t(
            "If you lose your phone, each code logs you in once. Keep them on paper or in a password manager, not only on your phone. <strong>We won't show them again.</strong>",
          ),
        )}
      </p>
      <ol className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <AccountActions>
        <SmallButton onClick={handleCopy}>{t("Copy")}</SmallButton>
        <SmallButton onClick={handleSave}>{t("Save as a file")}</SmallButton>
        <SmallButton onClick={() => window.print()}>{t("Print")}</SmallButton>
      </AccountActions>
      <p role="status" className={styles.status}>
        {status}
      </p>
      <Button isWide onClick={onSaved}>
        {t("I saved my codes")}
      </Button>
      {question}
    </section>
  );
}
