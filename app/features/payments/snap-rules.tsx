import { useState } from "react";
import { type Category, categories } from "#app/features/catalog/categories.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Options, SelectField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import { isKeyOf, keysOf } from "#app/values/typed-object.ts";
import { type SnapRule, saveSnapRule } from "./snap-rule-queries.ts";
import styles from "./snap-rules.module.css";

const ruleLabels = (): Record<SnapRule, string> => ({
  yes: t("Eligible"),
  no: t("Not eligible"),
  never: t("Never eligible: not food"),
});

/** SNAP rules of all categories; each choice is saved immediately. */
export function SnapRules({ saved }: { saved: ReadonlyMap<Category["prefix"], SnapRule> }) {
  return (
    <PanelSection title={t("Eligible categories")}>
      <p>
        {t(
          "A product follows its category unless its own page says “Eligible” or “Not eligible”. In a category that is never eligible, no product is. Mark hot food, alcohol, and vitamins “Not eligible”.",
        )}
      </p>
      <div className={styles.rules}>
        {categories.map((category) => (
          <RuleField key={category.prefix} category={category} saved={saved.get(category.prefix) ?? "no"} />
        ))}
      </div>
    </PanelSection>
  );
}

function RuleField({ category, saved }: { category: Category; saved: SnapRule }) {
  const { prefix } = category;
  const title = category.title();
  const [rule, setRule] = useState(saved);
  const { isBusy, answer, run } = useAttempt();

  function handleChange(chosen: string) {
    if (!isKeyOf(ruleLabels(), chosen)) return;
    void run(async () => {
      await saveSnapRule(getBrowserData(), prefix, chosen);
      setRule(chosen);
      return done(t("Rule saved. Pages and carts use it now."));
    });
  }

  return (
    <div>
      <SelectField label={title} value={rule} disabled={isBusy} onValue={(value) => handleChange(value)}>
        <Options of={keysOf(ruleLabels()).map((each) => [each, ruleLabels()[each]])} />
      </SelectField>
      <FormAnswer answer={answer} />
    </div>
  );
}
