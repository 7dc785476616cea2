import { isRouteErrorResponse, useLocation } from "react-router";
import { t } from "#app/messages/t.ts";
import { reloadPage } from "#app/values/reload-page.ts";
import { ButtonLink } from "./button.tsx";
import { Page } from "./page.tsx";
import { Row } from "./row.tsx";

/** Shown instead of a page that does not exist or could not be shown. */
export function Problem({ error, missingTitle = t("Page not found") }: { error: unknown; missingTitle?: string }) {
  const { pathname, search } = useLocation();
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
      <Row gap={2}>
        {isMissing ? null : (
          <ButtonLink
            to={pathname + search}
            onClick={(event) => {
              event.preventDefault();
              reloadPage();
            }}
          >
            {t("Try again")}
          </ButtonLink>
        )}
        <ButtonLink to="/home" variation={isMissing ? "primary" : "secondary"}>
          {t("Go to the home page")}
        </ButtonLink>
      </Row>
    </Page>
  );
}

export function isMissingError(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}
