import { Fragment, type ReactNode } from "react";

/** Element in a message: `<price/>` is replaced by a node, `<link>words</link>` by a function of its words. */
export type MessageNode = ReactNode | ((words: string) => ReactNode);

/**
 * Puts elements into a translated text: `nodes(t("Read our <link>privacy policy</link>."), { link: (words) => … })`;
 * `<strong>` needs none.
 */
export function nodes(text: string, given: Readonly<Record<string, MessageNode>> = {}): ReactNode {
  const elements: typeof given = { strong: (words) => <strong>{words}</strong>, ...given };
  // Match only these elements, because user input may look like another one.
  const names = Object.keys(elements).join("|");
  // Splitting at a pattern with three groups returns text, element name, link name, link words, text, …
  const parts = text.split(new RegExp(`<(${names})/>|<(${names})>(.*?)</\\2>`, "s"));
  return parts.map((part, place) => {
    const kind = place % 4;
    if (kind === 0) return part;
    if (kind === 3) return null;
    const element = part === undefined ? null : elements[part];
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order.
    return <Fragment key={place}>{typeof element === "function" ? element(parts[place + 1] ?? "") : element}</Fragment>;
  });
}
