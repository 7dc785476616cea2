import type { MouseEvent } from "react";
import { Link, useNavigate } from "react-router";
import { t } from "#app/messages/t.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import styles from "./back-button.module.css";
import { Icon } from "./icon.tsx";

/** Link to the previous page in this store, or to the fallback. */
export function BackButton({ fallback, label }: { fallback: string; label: string }) {
  const navigate = useNavigate();

  function handleClick(event: MouseEvent) {
    // React Router numbers its own entries; 0 or none means that this is the first page of the visit.
    const place = Number(fieldsOf(window.history.state)["idx"] ?? 0);
    if (place === 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  }

  return (
    <Link to={fallback} aria-label={label} className={styles.back} onClick={handleClick}>
      <Icon name="arrowLeft" /> {t("Back")}
    </Link>
  );
}
