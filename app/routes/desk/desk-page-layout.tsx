import { Outlet } from "react-router";
import { Page } from "#app/ui/page.tsx";

/** Lays out the pages of the back office, except those with their own error page, width, or frame. */
export default function DeskPageLayout() {
  return (
    <Page>
      <Outlet />
    </Page>
  );
}
