import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { done } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { type Account, saveName } from "./account.ts";
import { AccountActions, AccountForm, AccountSection } from "./account-section.tsx";

export function NameForm({ account }: { account: Account }) {
  const form = useForm({
    read: (field) => field("fullName").trim(),
    check: (name) => ({ fullName: name === "" ? t("Full Name is required") : undefined }),
    send: async (name) => {
      await saveName(getBrowserData(), account, name);
      await invalidateReads();
      return done(t("Name saved."));
    },
  });

  return (
    <AccountSection title={t("Name")}>
      <AccountForm {...form.props} label={t("Name")}>
        <TextField
          label={t("Full Name")}
          {...form.field("fullName")}
          autoComplete="name"
          maxLength={200}
          required
          defaultValue={account.name}
        />
        <AccountActions>
          <SubmitButton form={form}>{t("Save name")}</SubmitButton>
        </AccountActions>
      </AccountForm>
      <FormAnswer answer={form.answer} />
    </AccountSection>
  );
}
