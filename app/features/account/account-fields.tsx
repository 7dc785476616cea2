import type { ComponentProps, ReactNode } from "react";
import { t } from "#app/messages/t.ts";
import { readPublicConfig } from "#app/platform/public-config.ts";
import { TextField } from "#app/ui/field.tsx";

/** Field for the email address of an account, which phones must not capitalize or autocorrect. */
export function EmailField(rest: Partial<ComponentProps<typeof TextField>>) {
  return (
    <TextField
      label={t("Email")}
      name="email"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...rest}
    />
  );
}

/** Field for a new password, with the account's email address for password managers; children come before the field. */
export function NewPasswordField({
  email,
  error,
  children,
}: {
  email: string;
  error: string | undefined;
  children?: ReactNode;
}) {
  return (
    <>
      <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
      {children}
      <TextField
        label={t("New password")}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint={t("At least {minPasswordLength} characters", { minPasswordLength: readPublicConfig().minPasswordLength })}
        error={error}
      />
    </>
  );
}
