import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { EditableLine, ItemList, RemoveButton } from "#app/ui/editable-list.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { done } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { removeExemption, saveExemption } from "./save-tax.ts";
import styles from "./tax-page.module.css";
import type { TaxSettings } from "./tax-queries.ts";

/** List of exempt customers, with their certificate numbers. */
export function TaxExemptions({ record: { exemptions } }: { record: TaxSettings }) {
  const form = useForm({
    autosaveKey: "tax exemption",
    read: (field) => ({ email: field("email").trim(), certificate: field("certificate").trim() }),
    check: ({ email, certificate }) => ({
      email: email === "" ? t("Enter the email address of the account") : undefined,
      certificate: certificate === "" ? t("Enter the certificate number") : undefined,
    }),
    send: async ({ email, certificate }, element) => {
      await saveExemption(getBrowserData(), email, certificate);
      element.reset();
      await invalidateReads();
      return done(t("Exemption saved. It applies to new orders."));
    },
  });
  return (
    <>
      <form {...form.props} aria-label={t("Exempt customer")} className={styles.form}>
        <RestoredDraftNotice {...form.autosaved} />
        <TextField label={t("Email of the account")} {...form.field("email")} type="email" />
        <TextField label={t("Certificate number")} {...form.field("certificate")} maxLength={60} />
        <SubmitButton isNarrow variation="secondary" form={form}>
          {t("Exempt customer")}
        </SubmitButton>
        <FormAnswer answer={form.answer} />
      </form>
      <ItemList
        label={t("Exempt customers")}
        items={exemptions}
        empty={t("No exempt customers. Everyone pays sales tax.")}
      >
        {({ userId, name, email, certificate }) => (
          <EditableLine
            key={userId}
            name={email}
            actions={
              <RemoveButton
                name={email}
                onRemove={() => removeExemption(getBrowserData(), userId)}
                onRemoved={invalidateReads}
              />
            }
          >
            {nodes(t("<name/>, <email/> · certificate <certificate/>"), {
              name: <UserText>{name ?? t("No name available")}</UserText>,
              email: <UserText>{email}</UserText>,
              certificate: <UserText>{certificate}</UserText>,
            })}
          </EditableLine>
        )}
      </ItemList>
    </>
  );
}
