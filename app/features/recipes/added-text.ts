import { listText } from "#app/messages/list-text.ts";
import { t } from "#app/messages/t.ts";

/** Result of adding a recipe to the cart. Products are listed by name. */
export interface Added {
  /** Number of packages of all products. */
  packCount: number;
  soldOut: readonly string[];
  /** Products whose size dialog was closed without a choice. */
  withoutSize: readonly string[];
  /** Products for which the customer has to choose a preparation. */
  withoutChoice: readonly string[];
}

/** Returns the message about the products that were added, and about those left out with the reason. */
export function addedText({ packCount, soldOut, withoutSize, withoutChoice }: Added): string {
  const parts = [
    t(
      "{count, plural, =0 {Nothing was added to your cart} one {# item was added to your cart} other {# items were added to your cart}}",
      { count: packCount },
    ),
  ];
  if (soldOut.length > 0) {
    parts.push(
      t("{count, plural, one {{names} is sold out} other {{names} are sold out}}", {
        count: soldOut.length,
        names: listText(soldOut),
      }),
    );
  }
  if (withoutSize.length > 0) parts.push(t("no size chosen for {names}", { names: listText(withoutSize) }));
  if (withoutChoice.length > 0) {
    parts.push(t("open {names} to choose how we prepare it", { names: listText(withoutChoice) }));
  }
  return `${parts.join("; ")}.`;
}
