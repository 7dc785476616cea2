import { type ComponentType, useEffect, useState } from "react";
import { currentLocale } from "#app/messages/current-locale.ts";
import { chosenLanguage } from "#app/platform/language-choice.ts";

/**
 * Offers the page in the visitor's language, without a redirect. Loads its code only if that language differs from the
 * page's.
 */
export function LanguageProposalSlot() {
  const [Proposal, setProposal] = useState<ComponentType | null>(null);
  useEffect(() => {
    if ((chosenLanguage() ?? navigator.language.slice(0, 2)) === currentLocale()) return;
    import("./language-proposal.tsx").then(
      (loaded) => setProposal(() => loaded.LanguageProposal),
      () => undefined,
    );
  }, []);
  return Proposal ? <Proposal /> : null;
}
