import { Suspense } from "react";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import styles from "./language-proposal-slot.module.css";

const LanguageProposal = lazyPart(async () => (await import("./language-proposal.tsx")).LanguageProposal);

/**
 * Line below the header that offers the page in the visitor's language, without a redirect. Its code loads only if that
 * language differs from the page's; its space is reserved before the first paint.
 */
export function LanguageProposalSlot() {
  const isProposed = useIsHydrated() && document.documentElement.dataset["proposedLanguage"];
  return (
    <div className={styles.slot}>
      {isProposed ? (
        <Suspense>
          <LanguageProposal />
        </Suspense>
      ) : null}
    </div>
  );
}
