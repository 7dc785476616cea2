import { type ComponentType, useEffect, useState } from "react";
import styles from "./language-proposal-slot.module.css";

/**
 * Line below the header that offers the page in the visitor's language, without a redirect. Its code loads only if that
 * language differs from the page's; its space is reserved before the first paint.
 */
export function LanguageProposalSlot() {
  const [Proposal, setProposal] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!document.documentElement.dataset["proposedLanguage"]) return;
    import("./language-proposal.tsx").then(
      (loaded) => setProposal(() => loaded.LanguageProposal),
      () => undefined,
    );
  }, []);
  return <div className={styles.slot}>{Proposal ? <Proposal /> : null}</div>;
}
