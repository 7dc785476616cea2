import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { checkWrite } from "#app/platform/changed-rows.ts";
import { commandResult } from "#app/platform/command-result.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";

/** Role to assign, with a packer's refund limit per order in dollars. */
export type GivenRole = { role: "manager" | "packer" | "driver"; refundLimit: number | null };

export const roleTitles = () => ({
  owner: t("Owner"),
  manager: t("Manager"),
  packer: t("Packer"),
  driver: t("Driver"),
});

/** Saves the changed role of a person. @throws when it could not be saved */
export async function changeRole(data: BrowserData, person: GivenRole & { userId: string }, given: GivenRole) {
  const rowFrom = ({ role, refundLimit }: GivenRole) => ({ role, refund_limit: refundLimit });
  const answer = await saveMerged({
    before: rowFrom(person),
    mine: rowFrom(given),
    subject: t("This person"),
    labels: {
      role: { label: t("Role"), show: (role: GivenRole["role"]) => roleTitles()[role] },
      refund_limit: t("Refund limit per order, in dollars"),
    },
    write: rowWriter(data, "staff", { user_id: person.userId }, [["role", "refund_limit"]]),
  });
  checkWrite(answer);
}

/**
 * Removes a staff role, effective from the person's next request.
 * @param nextDriverId who takes their open runs; if null, the deliveries wait for another run
 */
export async function removeRole(data: BrowserData, userId: string, nextDriverId: string | null): Promise<void> {
  const next = nextDriverId ? { next_driver_id: nextDriverId } : {};
  commandResult(await data.rest.rpc("remove_staff", { user_id: userId, ...next }));
}

export async function invite(data: BrowserData, email: string, { role, refundLimit }: GivenRole): Promise<void> {
  const limit = refundLimit === null ? {} : { refund_limit: refundLimit };
  commandResult(await data.rest.rpc("invite_staff", { email, role, ...limit }));
}
