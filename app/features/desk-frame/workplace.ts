import { type CurrentUser, mayDrive, mayManage, mayPack } from "#app/features/account/current-user.ts";
import { readTillDevice } from "#app/platform/till-device.ts";

/** Returns the page on which a staff member starts to work on this device; null for customers. */
export function workplaceOf(user: Pick<CurrentUser, "role">): string | null {
  if (mayManage(user)) return readTillDevice().opensTill ? "/desk/till" : "/desk/today";
  if (mayPack(user)) return "/desk";
  return mayDrive(user) ? "/desk/my-run" : null;
}
