import type { ComponentProps } from "react";
import { t } from "#app/messages/t.ts";
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
