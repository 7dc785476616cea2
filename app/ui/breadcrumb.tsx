import { Fragment } from "react";
import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import styles from "./breadcrumb.module.css";

/**
 * Links to the parents of a page, top level first, and its name.
 * @param here name of the page; null if the heading below shows it
 * @param hereLang language of that name, if it is not the page's
 */
export function Breadcrumb({
  steps,
  here,
  hereLang,
}: {
  steps: readonly { name: string; path: string }[];
  here: string | null;
  hereLang?: string | undefined;
}) {
  return (
    <nav aria-label={t("Breadcrumb")} className={styles.crumbs}>
      {steps.map(({ name, path }, place) => (
        <Fragment key={path}>
          <Link to={path}>{name}</Link>
          {here === null && place === steps.length - 1 ? null : <span aria-hidden="true">›</span>}
        </Fragment>
      ))}
      {here === null ? null : (
        <span aria-current="page" lang={hereLang}>
          {here}
        </span>
      )}
    </nav>
  );
}
