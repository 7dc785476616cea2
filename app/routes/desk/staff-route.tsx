import { listDrivers, listOpenRunDrivers } from "#app/features/driver-runs/run-queries.ts";
import { StaffPage } from "#app/features/staff/staff-page.tsx";
import { listInvitations, listStaff } from "#app/features/staff/staff-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";

export function clientLoader() {
  return loadPage(["staff"], async () => {
    const data = getBrowserData();
    const [staff, invitations, drivers, openRunDrivers] = await Promise.all([
      listStaff(data),
      listInvitations(data),
      listDrivers(data),
      listOpenRunDrivers(data),
    ]);
    return { staff, invitations, drivers, openRunDrivers };
  });
}

export default queryPage<typeof clientLoader>(StaffPage);
