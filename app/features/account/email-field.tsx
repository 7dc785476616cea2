import type { ComponentProps } from "react";
import { t } from "#app/messages/t.ts";
import { TextField } from "#app/ui/field.tsx";

/** The address of an account: no phone writes it with a capital letter or corrects its spelling. */
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
