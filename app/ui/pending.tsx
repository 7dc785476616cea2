import type { ReactNode } from "react";
import styles from "./pending.module.css";
import { Spinner } from "./spinner.tsx";

/** Dims the page while the next one loads; short waits show nothing. */
export function Pending({ isPending, children }: { isPending: boolean; children: ReactNode }) {
  return (
    <div className={styles.pending} data-pending={isPending || undefined} aria-busy={isPending}>
      {isPending ? (
        <div className={styles.spinner}>
          <Spinner />
        </div>
      ) : null}
      <div className={styles.content}>{children}</div>
    </div>
  );
}
