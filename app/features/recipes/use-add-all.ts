import { type ComponentProps, type ComponentType, useRef, useState } from "react";
import { addToCart } from "#app/features/cart/cart-store.ts";
import { itemWeight } from "#app/features/cart/offer.ts";
import type { SizeDialog } from "#app/features/cart/size-dialog.tsx";
import { choicesCents, chosenOf, defaultChoiceIds, nameWithChoices } from "#app/features/catalog/choice-groups.ts";
import { currentPriceCents } from "#app/features/catalog/product.ts";
import type { ProductSize } from "#app/features/catalog/product-size.ts";
import { listText } from "#app/messages/list-text.ts";
import { t } from "#app/messages/t.ts";
import { isSoldOut, needsChoice, needsSize, packsNeeded, type RecipeLine } from "./recipe.ts";

/** State of the size dialogs: sizes are chosen one by one, then everything is added together. */
interface SizePrompt {
  Dialog: ComponentType<ComponentProps<typeof SizeDialog>>;
  lines: readonly RecipeLine[];
  finish: () => void;
}

type Chosen = Map<RecipeLine, ProductSize>;

/**
 * Adds the products of a recipe to the cart.
 * @returns `answer`, a numbered message, so that a repeated one is announced again; `sizePrompt`, the dialog for the
 *   next size to choose, or null
 */
export function useAddAll() {
  const [answer, setAnswer] = useState({ count: 0, text: "" });
  const [sizePrompt, setSizePrompt] = useState<SizePrompt | null>(null);
  const chosen = useRef<Chosen>(new Map());

  /** @param soldOut lines that are left out because they are sold out */
  async function addAll(lines: readonly RecipeLine[], soldOut: readonly RecipeLine[], times: number) {
    chosen.current = new Map();
    const finish = () => {
      setSizePrompt(null);
      const text = addedText(fillCart(lines, soldOut, times, chosen.current));
      setAnswer(({ count }) => ({ count: count + 1, text }));
    };
    const open = lines.filter((line) => needsSize(line) && !needsChoice(line));
    if (open.length === 0) return finish();
    try {
      const { SizeDialog } = await import("#app/features/cart/size-dialog.tsx");
      setSizePrompt({ Dialog: SizeDialog, lines: open, finish });
    } catch (error) {
      console.error(error);
      finish();
    }
  }

  /** Called when the shopper has chosen a size or skipped it. */
  function handleAnswered() {
    if (!sizePrompt) return;
    const [, ...rest] = sizePrompt.lines;
    if (rest.length === 0) sizePrompt.finish();
    else setSizePrompt({ ...sizePrompt, lines: rest });
  }

  const [line] = sizePrompt?.lines ?? [];
  return {
    answer,
    addAll,
    sizePrompt:
      sizePrompt && line
        ? {
            Dialog: sizePrompt.Dialog,
            line,
            onChoose: (size: ProductSize) => chosen.current.set(line, size),
            onClose: handleAnswered,
          }
        : null,
  };
}

function fillCart(lines: readonly RecipeLine[], soldOut: readonly RecipeLine[], times: number, chosen: Chosen) {
  const items = lines.flatMap((line) => {
    const size = line.size ?? chosen.get(line) ?? null;
    if (isSoldOut({ ...line, size }) || needsSize({ ...line, size }) || needsChoice(line)) return [];
    const { id, name, image, choiceGroups } = line.product;
    const choiceIds = defaultChoiceIds(choiceGroups);
    const choices = chosenOf(choiceGroups, choiceIds);
    return [
      {
        id,
        name: nameWithChoices(name, choiceGroups, choiceIds),
        image,
        size: size && { id: size.id, label: size.label },
        ...(choiceIds.length > 0 ? { choiceIds } : {}),
        priceCents: currentPriceCents(size ?? line.product) + choicesCents(choices),
        ...itemWeight(size ?? line.product),
        quantity: packsNeeded(line, times, size),
      },
    ];
  });
  addToCart(...items);
  const namesOf = (some: readonly RecipeLine[]): readonly string[] => some.map(({ product }) => product.name);
  return {
    /** Number of packages of all products. */
    packCount: items.reduce((sum, { quantity }) => sum + quantity, 0),
    soldOut: namesOf(soldOut),
    /** Products whose size dialog was closed without a choice. */
    withoutSize: namesOf(lines.filter((line) => needsSize(line) && !chosen.has(line))),
    /** Products for which the customer has to choose a preparation. */
    withoutChoice: namesOf(lines.filter((line) => needsChoice(line) && !isSoldOut(line))),
  };
}

/** Returns the message about the products that were added, and about those left out with the reason. */
export function addedText({ packCount, soldOut, withoutSize, withoutChoice }: ReturnType<typeof fillCart>): string {
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
