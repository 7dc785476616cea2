import { useState } from "react";
import type { ProductSummary } from "#app/features/catalogue/product.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { Button } from "#app/ui/button.tsx";
import styles from "#app/ui/editable-list.module.css";
import { EditableLine, EditableList, RemoveButton } from "#app/ui/editable-list.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Section } from "#app/ui/section.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { normalizeSearch } from "./normalize-search.ts";
import { removeSynonyms, removeZeroResultSearch } from "./save-synonyms.ts";
import pageStyles from "./search-page.module.css";
import { listFirstProducts } from "./search-queries.ts";
import { SynonymForm } from "./synonym-form.tsx";
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
      <BackButton fallback="/desk/settings" label="Back to the settings" />
      <h1>Search words</h1>
      <Section title="See what it finds">
        <TrySearch />
      </Section>
      <Section title="Looked for and not found this month">
        <EditableList items={missed} empty="Every search of this month has found something.">
          {(each) => (
            <EditableLine
              key={each.words}
              name={each.words}
              actions={
                <RemoveButton
                  name={each.words}
                  onRemove={async () => {
                    await removeZeroResultSearch(getBrowserData(), each);
                    return null;
                  }}
                  onRemoved={invalidateReads}
                />
              }
            >
              {each.words} · {each.searchCount === 1 ? "once" : `${each.searchCount} times`}
            </EditableLine>
          )}
        </EditableList>
      </Section>
      <Section title="Words for one thing">
        <p>A search for one word of a group also finds products that are called by the others.</p>
        <SynonymForm group={null} onSaved={invalidateReads} />
        <EditableList items={groups} empty="There are no groups of words yet.">
          {(group) => {
            const words = group.words.join(", ");
            return (
              <EditableLine
                key={group.id}
                name={words}
                change={{
                  title: "Change words",
                  form: (onSaved) => <SynonymForm group={group} onSaved={onSaved} />,
                }}
                removal={{
                  title: "Remove these words?",
                  consequence: `The search will no longer take these for one thing: ${words}.`,
                  onRemove: async () => {
                    await removeSynonyms(getBrowserData(), group.id);
                    return null;
                  },
                }}
                onChanged={invalidateReads}
              >
                {words}
              </EditableLine>
            );
          }}
        </EditableList>
      </Section>
    </Autosaves>
  );
}

function TrySearch() {
  const [found, setFound] = useState<readonly ProductSummary[] | null>(null);
  const form = useForm({
    read: (field) => normalizeSearch(field("tried")),
    check: (words) => ({ tried: words === null ? "Type a word" : undefined }),
    send: async (words) => {
      const products = await listFirstProducts(getBrowserData().rest, words ?? "", MAX_TRIED);
      setFound(products);
      return null;
    },
  });
  return (
    <form {...form.props} aria-label="See what it finds" className={styles.form}>
      <TextField label="What a shopper types" name="tried" error={form.errors["tried"]} />
      <div>
        <Button type="submit" variation="secondary" disabled={form.isBusy}>
          See what it finds
        </Button>
      </div>
      <FormAnswer answer={form.answer} />
      <div role="status">
        {found === null ? null : found.length === 0 ? (
          <p>The search finds no product for this.</p>
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
