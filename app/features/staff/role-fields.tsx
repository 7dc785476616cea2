import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { RadioGroup, RadioOption, TextField } from "#app/ui/field.tsx";
import { type RoleDraft, USUAL_REFUND_LIMIT } from "./role-draft.ts";

/** Fields for the role of a staff member, and a packer's refund limit. */
export function RoleFields({
  given,
  refundLimit,
  error,
}: {
  given: RoleDraft["role"];
  /** In dollars. */
  refundLimit: number | null;
  error: string | undefined;
}) {
  const [chosen, setChosen] = useState(given);
  return (
    <>
      <RadioGroup legend={t("Role")}>
        <RadioOption
          name="role"
          value="packer"
          label={t("Packer")}
          hint={t("Can view and pack current orders. Can't see prices or customers.")}
          checked={chosen === "packer"}
          onChange={() => setChosen("packer")}
        />
        <RadioOption
          name="role"
          value="driver"
          label={t("Driver")}
          hint={t("Can view and finish the delivery runs that they are given, and nothing else.")}
          checked={chosen === "driver"}
          onChange={() => setChosen("driver")}
        />
        <RadioOption
          name="role"
          value="manager"
          label={t("Manager")}
          hint={t("Everything except tax, discount codes, delivery fees, payment, and staff.")}
          checked={chosen === "manager"}
          onChange={() => setChosen("manager")}
        />
      </RadioGroup>
      {chosen === "packer" ? (
        <TextField
          label={t("Refund limit per order, in dollars")}
          name="refundLimit"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={refundLimit ?? USUAL_REFUND_LIMIT}
          error={error}
        />
      ) : null}
    </>
  );
}
