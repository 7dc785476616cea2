import { Suspense } from "react";
import { useStoredUserId } from "#app/platform/use-stored-user-id.ts";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import styles from "./home-buy-again.module.css";
import { releaseSpace } from "./reserved-space.ts";

// Loaded after the page, and only in browsers with a session.
const OwnBuyAgain = lazyPart(async () => (await import("./buy-again-scroll-row.tsx")).OwnBuyAgain, releaseSpace);

/**
 * Buy-again row of the home page. Until scripts run, the page is the same for everyone; where the row was shown before,
 * its space is reserved from the first paint.
 */
export function HomeBuyAgain() {
  const userId = useStoredUserId();
  const isHydrated = useIsHydrated();
  return (
    <div className={styles.place} hidden={isHydrated && userId === null}>
      {userId === null ? null : (
        <Suspense fallback={null}>
          <OwnBuyAgain userId={userId} />
        </Suspense>
      )}
    </div>
  );
}
