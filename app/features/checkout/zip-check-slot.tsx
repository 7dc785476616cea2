import { Suspense } from "react";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import styles from "./zip-check-slot.module.css";

const StoredZipCheck = lazyPart(async () => (await import("./stored-zip-check.tsx")).StoredZipCheck);

/**
 * Reserved space for the ZIP code field. The field loads in the browser, because it shows the ZIP code stored on the
 * device.
 * @param isUsed false in a closed menu
 */
export function ZipCheckSlot({ isUsed = true }: { isUsed?: boolean }) {
  const isHydrated = useIsHydrated();
  return (
    <div className={styles.slot}>
      {isHydrated && isUsed ? (
        <Suspense>
          <StoredZipCheck />
        </Suspense>
      ) : null}
    </div>
  );
}
