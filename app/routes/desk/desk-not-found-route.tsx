import { data } from "react-router";
import { t } from "#app/messages/t.ts";

export function meta() {
  return [{ title: t("Page not found") }];
}

export function loader() {
  return data(null, { status: 404 });
}

export default function DeskNotFoundRoute() {
  return <h1>{t("Page not found")}</h1>;
}
