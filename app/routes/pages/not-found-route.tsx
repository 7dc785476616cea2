import { data } from "react-router";
import { Page } from "#app/ui/page.tsx";

export function meta() {
  return [{ title: "Page not found" }];
}

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundRoute() {
  return (
    <Page width="text">
      <h1>Page not found</h1>
    </Page>
  );
}
