import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { isStoreOpen } from "#app/features/store/store-opening.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryClient } from "#app/platform/reads.ts";
import { allowShopPreview } from "#app/platform/shop-preview.ts";
import { useRead } from "#app/platform/use-read.ts";
import styles from "./closed-store-notice.module.css";
import { findNextStep } from "./setup-checklist.ts";

/** Reminds staff that the public does not see the store yet, and lets their browser see it. */
export function ClosedStoreNotice({ isOwner }: { isOwner: boolean }) {
  const { data: isOpen } = useQuery(
    { queryKey: ["store-open"], queryFn: readStoreOpen, staleTime: 60_000 },
    queryClient,
  );
  const isClosed = isOpen === false;
  const { data: next = null } = useRead(["next-step"], () => findNextStep(getBrowserData()), {
    enabled: isOwner && isClosed,
  });
  if (!isClosed) return null;
  return (
    <p className={styles.notice}>
      {t("The public sees “We open soon.”")}{" "}
      {isOwner ? <Link to="/desk/first-steps">{t("Open the store")}</Link> : null}
      {next?.to ? (
        <>
          {" · "}
          <Link to={next.to}>{t("Next step: {step}", { step: next.title })}</Link>
        </>
      ) : null}
    </p>
  );
}

async function readStoreOpen(): Promise<boolean> {
  const isOpen = await isStoreOpen(getBrowserData());
  if (!isOpen) allowShopPreview();
  return isOpen;
}
