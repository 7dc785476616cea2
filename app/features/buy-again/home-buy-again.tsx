import { type ComponentType, lazy, Suspense, useSyncExternalStore } from "react";
import { useStoredUserId } from "#app/platform/use-stored-user-id.ts";
import styles from "./home-buy-again.module.css";
import { releaseSpace } from "./reserved-space.ts";

// Their code comes after the page, and only to a browser that holds a session.
const OwnBuyAgain = lazy<ComponentType<{ userId: string }>>(() =>
  import("./buy-again-scroll-row.tsx").then(
    ({ OwnBuyAgain: Component }) => ({ default: Component }),
    (error: unknown) => {
      // The page is whole without them.
      console.error(error);
      releaseSpace();
      return { default: () => null };
    },
  ),
);

/**
 * The usuals on the home page, which is the same for everybody until its scripts run. Their place is kept from the
 * first paint on where they were shown before.
 */
export function HomeBuyAgain() {
  const userId = useStoredUserId();
  const isAlive = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return (
    <div className={styles.place} hidden={isAlive && userId === null}>
      {userId === null ? null : (
        <Suspense fallback={null}>
          <OwnBuyAgain userId={userId} />
        </Suspense>
      )}
    </div>
  );
}
