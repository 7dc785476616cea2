import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { TextField } from "#app/ui/field.tsx";
import { RadioChoice } from "#app/ui/radio-choice.tsx";
import type { ReadField } from "#app/ui/use-form.ts";
import { amountFrom, centsTyped, moneyProblem } from "#app/values/money.ts";
import type { GivenRole } from "./change-role.ts";

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
      <RadioChoice
        legend={t("Role")}
        name="role"
        options={[
          ["packer", t("Packer"), t("Can view and pack current orders. Can't see prices or customers.")],
          ["driver", t("Driver"), t("Can view and finish the delivery runs that they are given, and nothing else.")],
          ["manager", t("Manager"), t("Everything except tax, discount codes, delivery fees, payment, and staff.")],
        ]}
        chosen={chosen}
        onChoose={setChosen}
      />
      {chosen === "packer" ? (
        <TextField
          label={t("Refund limit per order, in dollars")}
          name="refundLimit"
          inputMode="decimal"
          defaultValue={refundLimit ?? USUAL_REFUND_LIMIT}
          error={error}
        />
      ) : null}
    </>
  );
}

/** Default refund limit of a packer, in dollars. */
const USUAL_REFUND_LIMIT = 20;

export interface RoleDraft {
  role: "manager" | "packer" | "driver";
  /** Null if nothing or an invalid amount was typed. */
  limitCents: number | null;
  limitText: string;
}

export function readRoleDraft(field: ReadField): RoleDraft {
  const role = field("role");
  return {
    role: role === "manager" || role === "driver" ? role : "packer",
    limitCents: centsTyped(field("refundLimit")),
    limitText: field("refundLimit"),
  };
}

export function roleProblems({ role, limitCents, limitText }: RoleDraft): { refundLimit: string | undefined } {
  const isWrong = role === "packer" && (limitCents === null || !(limitCents >= 0 && limitCents <= 99_999_999));
  return {
    refundLimit: isWrong
      ? (moneyProblem(limitText) ?? t("Enter dollars, such as 20. With 0, they can't refund."))
      : undefined,
  };
}

export function givenRole({ role, limitCents }: RoleDraft): GivenRole {
  return { role, refundLimit: role === "packer" && limitCents !== null ? amountFrom(limitCents) : null };
}
