import { useState } from "react";
import type { ProductSummary } from "#app/features/catalogue/product.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import styles from "#app/ui/editable-list.module.css";
import { EditableLine, EditableList, RemoveButton } from "#app/ui/editable-list.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { errorText } from "#app/values/error-text.ts";
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
      <h1>Search synonyms</h1>
      <Section title="Test search">
        <TrySearch />
      </Section>
      <Section title="Searches without results this month">
        <EditableList items={missed} empty="Every search this month found something.">
          {(each) => <ZeroResultLine key={each.words} missed={each} />}
        </EditableList>
      </Section>
      <Section title="Synonyms">
        <p>A search for one word of a group also finds products with the others.</p>
        <SynonymForm group={null} onSaved={invalidateReads} />
        <EditableList items={groups} empty="No synonyms yet. Add a group below.">
          {(group) => {
            const words = group.words.join(", ");
            return (
              <EditableLine
                key={group.id}
                name={words}
                change={{
                  title: "Change synonyms",
                  form: (onSaved) => <SynonymForm group={group} onSaved={onSaved} />,
                }}
                removal={{
                  title: "Remove these synonyms?",
                  consequence: `Search will no longer treat these as synonyms: ${words}.`,
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

/** A search without results: a synonym for it takes it off the list. */
function ZeroResultLine({ missed }: { missed: ZeroResultSearch }) {
  const { words, searchCount } = missed;
  const [isTeaching, setTeaching] = useState(false);
  return (
    <EditableLine
      name={words}
      actions={
        <>
          <Button size="small" variation="secondary" onClick={() => setTeaching(true)}>
            Add synonym<HiddenText>: {words}</HiddenText>
          </Button>
          <RemoveButton
            name={words}
            onRemove={async () => {
              await removeZeroResultSearch(getBrowserData(), missed);
              return null;
            }}
            onRemoved={invalidateReads}
          />
        </>
      }
    >
      {words} · {searchCount === 1 ? "once" : `${searchCount} times`}
      {isTeaching ? (
        <Dialog title={`Add a synonym for “${words}”`} isAutosaved onClose={() => setTeaching(false)}>
          <SynonymForm
            group={null}
            word={words}
            onSaved={async (saved) => {
              setTeaching(false);
              showToast({ kind: "success", text: "Synonyms saved. Search uses them now." });
              try {
                if (saved.includes(words)) await removeZeroResultSearch(getBrowserData(), missed);
              } catch (error) {
                showToast({ kind: "error", text: errorText(error) });
              }
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
    check: (words) => ({ tried: words === null ? "Enter a word" : undefined }),
    send: async (words) => {
      const products = await listFirstProducts(getBrowserData().rest, words ?? "", MAX_TRIED);
      setFound(products);
      return null;
    },
  });
  return (
    <form {...form.props} aria-label="Test search" className={styles.form}>
      <TextField label="Search words" name="tried" error={form.errors["tried"]} />
      <div>
        <Button type="submit" variation="secondary" disabled={form.isBusy}>
          Test search
        </Button>
      </div>
      <FormAnswer answer={form.answer} />
      <div role="status">
        {found === null ? null : found.length === 0 ? (
          <p>No products found.</p>
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
