import { useState } from "react";
import { RadioGroup, RadioOption, TextField } from "#app/ui/field.tsx";
import { type RoleDraft, USUAL_REFUND_LIMIT } from "./role-draft.ts";

/** Role of a staff member, and a packer's refund limit. */
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
      <RadioGroup legend="What they do">
        <RadioOption
          name="role"
          value="packer"
          label="Packer"
          hint="Sees and packs the orders in hand. No prices, no list of customers."
          checked={chosen === "packer"}
          onChange={() => setChosen("packer")}
        />
        <RadioOption
          name="role"
          value="manager"
          label="Manager"
          hint="Everything but tax, discount codes, delivery fees, payment and people."
          checked={chosen === "manager"}
          onChange={() => setChosen("manager")}
        />
      </RadioGroup>
      {chosen === "packer" ? (
        <TextField
          label="May give back of one order, in dollars"
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
