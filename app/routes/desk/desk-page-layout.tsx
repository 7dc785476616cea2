import { Outlet } from "react-router";
import { deskPageTitle } from "#app/features/desk-frame/desk-pages.ts";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { Page } from "#app/ui/page.tsx";

/** For the pages in the menu, which have no own title. */
export const { meta, HydrateFallback } = pageRoute({ title: deskPageTitle });

/** Lays out the pages of the back office, except those with their own error page, width, or frame. */
export default function DeskPageLayout() {
  return (
    <Page>
      <Outlet />
    </Page>
  );
}
