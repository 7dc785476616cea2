import { type ComponentType, useEffect, useState } from "react";
import { currentLocale } from "#app/messages/current-locale.ts";
import { chosenLanguage } from "#app/platform/language-choice.ts";

/** Offers the page in the visitor's language, without a redirect. Only visitors with another language load it. */
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
