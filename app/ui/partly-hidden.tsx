import type { ReactNode } from "react";
import { nodes } from "#app/messages/nodes.tsx";
import { HiddenText } from "./hidden-text.tsx";

/** Returns a message whose part in `<hidden>` is for screen readers only: `t("Remove<hidden>: {name}</hidden>", { name })`. */
export function partlyHidden(text: string): ReactNode {
  return nodes(text, { hidden: (words) => <HiddenText>{words}</HiddenText> });
}
