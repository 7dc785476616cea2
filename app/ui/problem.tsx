import { isRouteErrorResponse } from "react-router";
import { t } from "#app/messages/t.ts";
import { ButtonLink } from "./button.tsx";
import { Page } from "./page.tsx";

/** Shown instead of a page that does not exist or could not be shown. */
export function Problem({ error, missingTitle = t("Page not found") }: { error: unknown; missingTitle?: string }) {
  const isMissing = isMissingError(error);
  const title = isMissing ? missingTitle : t("Something went wrong");
  return (
    <Page>
      <title>{title}</title>
      <h1>{title}</h1>
      <p>
        {isMissing
          ? t("This page doesn't exist or was removed.")
          : t("We couldn't show this page. Try again in a moment.")}
      </p>
      <div>
        <ButtonLink to="/home">{t("Go to the home page")}</ButtonLink>
      </div>
    </Page>
  );
}

export function isMissingError(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}
