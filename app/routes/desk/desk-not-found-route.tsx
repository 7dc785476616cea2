import { data } from "react-router";
import { sectionsFor } from "#app/features/desk-frame/desk-pages.ts";
import { useDeskUser } from "#app/features/desk-frame/use-desk-user.ts";
import { workplaceOf } from "#app/features/desk-frame/workplace.ts";
import { t } from "#app/messages/t.ts";
import { ButtonLink } from "#app/ui/button.tsx";

export function meta() {
  return [{ title: t("Page not found") }];
}

export function loader() {
  return data(null, { status: 404 });
}

export default function DeskNotFoundRoute() {
  const user = useDeskUser();
  const start =
    user &&
    sectionsFor(user)
      .flatMap(({ pages }) => pages)
      .find(({ to }) => to === workplaceOf(user));
  return (
    <>
      <h1>{t("Page not found")}</h1>
      <p>{t("The back office has no page at this address. Find it with the search at the top, or Ctrl+K.")}</p>
      {start ? (
        <div>
          <ButtonLink to={start.to}>{start.label}</ButtonLink>
        </div>
      ) : null}
    </>
  );
}
