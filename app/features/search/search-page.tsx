import { useState } from "react";
import type { ProductSummary } from "#app/features/catalog/product.ts";
import { listFirstProducts } from "#app/features/catalog/product-queries.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { deleteRow } from "#app/platform/changed-rows.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { withErrorToast } from "#app/ui/action-toast.ts";
import { SmallButton, SubmitButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import styles from "#app/ui/editable-list.module.css";
import { EditableLine, ItemList, RemoveButton } from "#app/ui/editable-list.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { normalizeSearch } from "./normalize-search.ts";
import pageStyles from "./search-page.module.css";
import { removeZeroResultSearch, SynonymForm } from "./synonym-form.tsx";
import type { SynonymGroup, ZeroResultSearch } from "./synonym-queries.ts";

const MAX_TRIED = 10;

/** Page to edit synonyms, try a search, and see searches without results. */
export function SearchPage({
  groups,
  missed,
}: {
  groups: readonly SynonymGroup[];
  missed: readonly ZeroResultSearch[];
}) {
  return (
    <Autosaves>
      <h1>{t("Search synonyms")}</h1>
      <Section title={t("Test search")}>
        <TrySearch />
      </Section>
      <Section title={t("Searches without results this month")}>
        <ItemList items={missed} empty={t("Every search this month found something.")}>
          {(each) => <ZeroResultLine key={each.words} missed={each} />}
        </ItemList>
      </Section>
      <Section title={t("Synonyms")}>
        <p>{t("A search for one word of a group also finds products with the others.")}</p>
        <SynonymForm group={null} onSaved={invalidateReads} />
        <details>
          <summary>{t("All synonyms ({count})", { count: groups.length })}</summary>
          <ItemList items={groups} empty={t("No synonyms yet. Add a group above.")}>
            {(group) => {
              const words = group.words.join(", ");
              return (
                <EditableLine
                  key={group.id}
                  name={words}
                  change={{
                    title: t("Change synonyms"),
                    form: (onSaved) => <SynonymForm group={group} onSaved={onSaved} />,
                  }}
                  removal={{
                    title: t("Remove these synonyms?"),
                    consequence: t("Search will no longer treat these as synonyms: {words}.", { words }),
                    onRemove: () => deleteRow("search_synonyms", group.id, t("This entry")),
                  }}
                  onChanged={invalidateReads}
                >
                  {words}
                </EditableLine>
              );
            }}
          </ItemList>
        </details>
      </Section>
    </Autosaves>
  );
}

/** Search without results, with a form to add a synonym, which removes it from the list. */
function ZeroResultLine({ missed }: { missed: ZeroResultSearch }) {
  const { words, searchCount } = missed;
  const [isTeaching, setTeaching] = useState(false);
  return (
    <EditableLine
      name={words}
      actions={
        <>
          <SmallButton onClick={() => setTeaching(true)}>
            {nodes(t("Add synonym<hidden>: {words}</hidden>", { words }), {
              hidden: (text) => <HiddenText>{text}</HiddenText>,
            })}
          </SmallButton>
          <RemoveButton
            name={words}
            onRemove={() => removeZeroResultSearch(getBrowserData(), missed)}
            onRemoved={invalidateReads}
          />
        </>
      }
    >
      {words} · {t("{count, plural, one {once} other {# times}}", { count: searchCount })}
      {isTeaching ? (
        <Dialog title={t("Add a synonym for “{words}”", { words })} isAutosaved onClose={() => setTeaching(false)}>
          <SynonymForm
            group={null}
            word={words}
            onSaved={async (saved) => {
              setTeaching(false);
              showToast({ kind: "success", text: t("Synonyms saved. Search uses them now.") });
              if (saved.includes(words)) await withErrorToast(() => removeZeroResultSearch(getBrowserData(), missed));
              await invalidateReads();
            }}
          />
        </Dialog>
      ) : null}
    </EditableLine>
  );
}

function TrySearch() {
  const [found, setFound] = useState<readonly ProductSummary[] | null>(null);
  const form = useForm({
    read: (field) => normalizeSearch(field("tried")),
    check: (words) => ({ tried: words === null ? t("Enter a word") : undefined }),
    send: async (words) => {
      const products = await listFirstProducts(getBrowserData().rest, words ?? "", MAX_TRIED);
      setFound(products);
    },
  });
  return (
    <form {...form.props} aria-label={t("Test search")} className={styles.form}>
      <TextField label={t("Search words")} {...form.field("tried")} />
      <SubmitButton variation="secondary" form={form} isNarrow>
        {t("Test search")}
      </SubmitButton>
      <FormAnswer answer={form.answer} />
      <div role="status">
        {found === null ? null : found.length === 0 ? (
          <p>{t("No products found.")}</p>
        ) : (
          <ol className={pageStyles.found}>
            {found.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ol>
        )}
      </div>
    </form>
  );
}
