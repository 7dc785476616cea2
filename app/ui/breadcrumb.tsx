import { Fragment } from "react";
import { Link } from "react-router";
import styles from "./breadcrumb.module.css";

/** The way to a page, from the top down, and its own name. */
export function Breadcrumb({ steps, here }: { steps: readonly { name: string; path: string }[]; here: string }) {
  return (
    <nav aria-label="Breadcrumb" className={styles.crumbs}>
      {steps.map(({ name, path }) => (
        <Fragment key={path}>
          <Link to={path}>{name}</Link>
          <span aria-hidden="true">›</span>
        </Fragment>
      ))}
      <span aria-current="page">{here}</span>
    </nav>
  );
}
