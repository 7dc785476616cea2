import { BackupsPage } from "#app/features/setup/backups-page.tsx";
import { listBackups } from "#app/features/setup/shop-backups.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";

export function clientLoader() {
  return loadPage(["backups"], async () => ({ listed: await listBackups(getBrowserData()) }));
}

export default queryPage<typeof clientLoader>(BackupsPage);
