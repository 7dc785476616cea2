import { useId, useRef, useState } from "react";
import { t } from "#app/messages/t.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Options, SelectField } from "#app/ui/field.tsx";
import { Money } from "#app/ui/money.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { useEarlyInput } from "#app/ui/use-early-input.ts";
import { isSoldOut, lineCents, needsSize, type RecipeLine, servingChoices } from "./recipe.ts";
import { RecipeItem, TAKEN } from "./recipe-item.tsx";
import styles from "./recipe-section.module.css";
import { useAddAll } from "./use-add-all.ts";

const SERVINGS = "servings";

/**
 * Products of an article, with a button to add them all to the cart.
 * @param servings number that the amounts are for; null if the article is not a recipe
 */
export function RecipeSection({ servings, lines }: { servings: number | null; lines: readonly RecipeLine[] }) {
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [chosenServings, setChosenServings] = useState(servings);
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const { answer, addAll, sizePrompt } = useAddAll();
  const times = servings && chosenServings ? chosenServings / servings : 1;
  const forSale = lines.filter((line) => !isSoldOut(line));
  const taken = forSale.filter(({ product }) => !leftOut.has(product.id));

  function handleChange() {
    if (!form.current) return;
    const chosen = new FormData(form.current);
    const chosenIds = new Set(chosen.getAll(TAKEN).map(Number));
    setLeftOut(new Set(forSale.map(({ product }) => product.id).filter((id) => !chosenIds.has(id))));
    if (servings !== null) setChosenServings(Number(chosen.get(SERVINGS)));
  }

  useEarlyInput(handleChange);

  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className={styles.recipe}>
      <Stack as="form" gap={3} canShrink ref={form} onChange={handleChange}>
        <Row gap={4} rowGap={2} align="center" justify="between">
          <h2 id={titleId} className={textStyles.h3}>
            {servings === null ? t("In this article") : t("In this recipe")}
          </h2>
          {servings === null ? null : (
            <div className={styles.servings}>
              <SelectField label={t("Servings")} name={SERVINGS} defaultValue={servings} autoComplete="off">
                <Options of={servingChoices(servings).map((choice) => [choice, choice])} />
              </SelectField>
            </div>
          )}
        </Row>
        <ul className={styles.lines}>
          {lines.map((line) => (
            <li key={line.product.id}>
              <RecipeItem line={line} times={times} />
            </li>
          ))}
        </ul>
        <div className={styles.end}>
          <p>
            <span>{taken.some(needsSize) ? t("Total from") : t("Total")}</span>{" "}
            <strong>
              <Money cents={taken.reduce((sum, line) => sum + lineCents(line, times), 0)} />
            </strong>
          </p>
          <Button
            disabled={taken.length === 0}
            aria-haspopup={taken.some(needsSize) ? "dialog" : undefined}
            onClick={() => addAll(taken, lines.filter(isSoldOut), times)}
          >
            {taken.length === forSale.length
              ? t("Add all to cart")
              : t("Add {count} of {all} to cart", { count: taken.length, all: lines.length })}
          </Button>
        </div>
      </Stack>
      <div role="status" className={textStyles.label}>
        {answer.text ? <p key={answer.count}>{answer.text}</p> : null}
      </div>
      {answer.text ? (
        <ButtonLink to="/cart" size="small" variation="secondary" isNarrow>
          {t("Go to cart")}
        </ButtonLink>
      ) : null}
      {sizePrompt ? (
        <sizePrompt.Dialog
          key={sizePrompt.line.product.id}
          product={sizePrompt.line.product}
          onChoose={sizePrompt.onChoose}
          onClose={sizePrompt.onClose}
        />
      ) : null}
    </section>
  );
}
