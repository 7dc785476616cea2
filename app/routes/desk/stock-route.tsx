import { sectionsFor } from "#app/features/desk-frame/desk-pages.ts";
import { useDeskUser } from "#app/features/desk-frame/use-desk-user.ts";
import { t } from "#app/messages/t.ts";
import { PageList } from "#app/ui/page-list.tsx";

/** Returns nothing. Without a loader, the middleware does not run when the page is opened directly. */
export function clientLoader() {
  return null;
}

export default function StockRoute() {
  const user = useDeskUser();
  const pages = user ? sectionsFor(user).flatMap((section) => section.pages) : [];
  return (
    <>
      <h1>{t("Stock")}</h1>
      <PageList pages={pages.filter(({ under }) => under === "/desk/stock")} />
    </>
  );
}
