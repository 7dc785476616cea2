import { redirect } from "react-router";
import { AuditLogPage } from "#app/features/reports/audit-log-page.tsx";
import { auditKindFrom, listAuditLog } from "#app/features/reports/audit-log-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadedPage } from "#app/platform/loaded-page.tsx";
import { pageIndexFrom } from "#app/ui/pagination.ts";
import type { Route } from "./+types/audit-log-route";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const kind = auditKindFrom(search.get("kind"));
  const lines = await listAuditLog(getBrowserData(), kind, pageIndexFrom(search));
  if (lines === null) throw redirect("/desk/audit-log");
  return { lines, kind };
}

export default loadedPage<typeof clientLoader>(AuditLogPage);
