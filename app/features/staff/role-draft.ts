import { t } from "#app/messages/t.ts";
import type { ReadField } from "#app/ui/use-form.ts";
import { amountFrom, centsTyped, moneyProblem } from "#app/values/money.ts";
import type { GivenRole } from "./change-role.ts";

/** Default refund limit of a packer, in dollars. */
export const USUAL_REFUND_LIMIT = 20;

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

export function roleProblems({ role, limitCents, limitText }: RoleDraft): {
  refundLimit: string | undefined;
} {
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
