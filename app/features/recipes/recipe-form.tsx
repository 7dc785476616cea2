import { useId, useState } from "react";
import { flushSync } from "react-dom";
import type { ProductSummary } from "#app/features/catalog/product.ts";
import { ProductFinder } from "#app/features/catalog/product-finder.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import dialogStyles from "#app/ui/dialog-form.module.css";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { focusFirst, useForm } from "#app/ui/use-form.ts";
import { movedUp } from "#app/values/moved-up.ts";
import type { RecipeLine } from "./recipe.ts";
import { lineField, MAX_LINES, type RecipeDraft, readRecipeDraft, recipeProblems } from "./recipe-draft.ts";
import { RecipeLineFields } from "./recipe-line-fields.tsx";
import { saveRecipe } from "./save-recipe.ts";

/** Product row of the form, with its data when the form opened. */
type Row = { product: ProductSummary; line: RecipeLine | null };

/** Form for a recipe: its products, their amounts, and the number of servings. */
export function RecipeForm({
  articleId,
  servings,
  lines,
  onSaved,
  onCancel,
}: {
  articleId: number;
  servings: number | null;
  lines: readonly RecipeLine[];
  onSaved: (draft: RecipeDraft) => void;
  onCancel: () => void;
}) {
  const [rows, setRows] = useState<readonly Row[]>(() => lines.map((line) => ({ product: line.product, line })));
  const formId = useId();
  const form = useForm({
    read: (_, typed) =>
      readRecipeDraft(
        typed,
        rows.map(({ product }) => product),
      ),
    check: recipeProblems,
    send: async (draft) => {
      await saveRecipe(getBrowserData(), articleId, { servings, lines }, draft);
      onSaved(draft);
    },
  });

  /** Adds a product and focuses its amount field. */
  function handleAdd(product: ProductSummary) {
    flushSync(() => setRows([...rows, { product, line: null }]));
    focusFirst(form.props.ref.current, [lineField(product.id, "amount")]);
  }

  return (
    <Stack gap={4} canShrink>
      <Stack as="form" gap={4} canShrink {...form.props} id={formId} aria-label={t("Recipe")}>
        <TextField
          label={t("Servings")}
          {...form.field("servings")}
          inputMode="numeric"
          hint={t("Leave empty if this is not a recipe. The products are still listed.")}
          defaultValue={servings ?? ""}
        />
        <p className={textStyles.meta}>
          {t(
            "Needed: the amount for all servings, such as 2 lb or 3. Packs: how many packs that is, such as 2 or 1/2. Leave it empty if the pack states its size in the same unit.",
          )}
        </p>
        {rows.map(({ product, line }, place) => (
          <RecipeLineFields
            key={product.id}
            product={product}
            line={line}
            errors={form.errors}
            onUp={place > 0 ? () => setRows(movedUp(rows, place)) : null}
            onRemove={() => setRows(rows.filter((row) => row.product.id !== product.id))}
          />
        ))}
      </Stack>
      <ProductFinder
        taken={rows.map(({ product }) => product.id)}
        isFull={rows.length >= MAX_LINES}
        onAdd={handleAdd}
      />
      <FormAnswer answer={form.answer} />
      <div className={dialogStyles.actions}>
        {/* Outside of the form, because the search is a form itself, and forms cannot be nested. */}
        <Button type="submit" form={formId} disabled={form.isBusy}>
          {form.isBusy ? t("Saving...") : t("Save recipe")}
        </Button>
        <Button variation="secondary" disabled={form.isBusy} onClick={onCancel}>
          {t("Cancel")}
        </Button>
      </div>
    </Stack>
  );
}
