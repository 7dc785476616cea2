import { useState } from "react";
import { useRevalidator } from "react-router";
import type { ProductTeaser } from "#app/features/catalogue/product.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import styles from "#app/ui/editable-list.module.css";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { KeptForms } from "#app/ui/leave-guard.tsx";
import { Question } from "#app/ui/question.tsx";
import { Section } from "#app/ui/section.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { listFirstProducts } from "./find-goods.ts";
import pageStyles from "./search-page.module.css";
import { type MissedSearch, removeMissedSearch, removeSynonyms, type SynonymGroup } from "./search-record.ts";
import { searchWords } from "./search-words.ts";
import { SynonymForm } from "./synonym-form.tsx";

const MOST_TRIED = 10;

/** Where the shopkeeper teaches the search words, tries it, and sees what it did not find. */
export function SearchPage({
  groups,
  missed,
}: {
  groups: readonly SynonymGroup[];
  missed: readonly MissedSearch[];
}) {
  const { revalidate } = useRevalidator();
  return (
    <KeptForms>
      <BackButton fallback="/desk/settings" label="Back to the settings" />
      <h1>Search words</h1>
      <Section title="See what it finds">
        <TrySearch />
      </Section>
      <Section title="Looked for and not found this month">
        {missed.length === 0 ? (
          <p>Every search of this month has found something.</p>
        ) : (
          <ul className={styles.lines}>
            {missed.map((each) => (
              <MissedLine key={each.words} missed={each} onChanged={revalidate} />
            ))}
          </ul>
        )}
      </Section>
      <Section title="Words for one thing">
        <p>A search for one word of a group also finds products that are called by the others.</p>
        <SynonymForm group={null} onSaved={revalidate} />
        {groups.length === 0 ? (
          <p>There are no groups of words yet.</p>
        ) : (
          <ul className={styles.lines}>
            {groups.map((group) => (
              <GroupLine key={group.id} group={group} onChanged={revalidate} />
            ))}
          </ul>
        )}
      </Section>
    </KeptForms>
  );
}

function TrySearch() {
  const [found, setFound] = useState<readonly ProductTeaser[] | null>(null);
  const form = useForm({
    read: (field) => searchWords(field("tried")),
    check: (words) => ({ tried: words === null ? "Type a word" : undefined }),
    send: async (words) => {
      const products = await listFirstProducts(getBrowserData().rest, words ?? "", MOST_TRIED);
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

function GroupLine({ group, onChanged }: { group: SynonymGroup; onChanged: () => Promise<void> }) {
  const [open, setOpen] = useState<"change" | "remove" | null>(null);
  const words = group.words.join(", ");
  const close = () => setOpen(null);
  return (
    <li className={styles.line}>
      <span className={styles.words}>{words}</span>
      <span className={styles.actions}>
        <Button size="small" variation="secondary" onClick={() => setOpen("change")}>
          Change<HiddenText>: {words}</HiddenText>
        </Button>
        <Button size="small" variation="secondary" onClick={() => setOpen("remove")}>
          Remove<HiddenText>: {words}</HiddenText>
        </Button>
      </span>
      {open === "change" ? (
        <Dialog title="Change words" keepsTyping onClose={close}>
          <SynonymForm
            group={group}
            onSaved={async () => {
              await onChanged();
              close();
            }}
          />
        </Dialog>
      ) : null}
      {open === "remove" ? (
        <Question
          title="Remove these words?"
          yes="Remove"
          no="Keep"
          onYes={async () => {
            await removeSynonyms(getBrowserData(), group.id);
            await onChanged();
            return null;
          }}
          onClose={close}
        >
          {`The search will no longer take these for one thing: ${words}.`}
        </Question>
      ) : null}
    </li>
  );
}

function MissedLine({ missed, onChanged }: { missed: MissedSearch; onChanged: () => Promise<void> }) {
  const { isBusy, answer, run } = useAttempt();
  return (
    <li className={styles.line}>
      <span className={styles.words}>
        {missed.words} · {missed.searchCount === 1 ? "once" : `${missed.searchCount} times`}
      </span>
      <Button
        size="small"
        variation="secondary"
        disabled={isBusy}
        onClick={() =>
          run(async () => {
            await removeMissedSearch(getBrowserData(), missed);
            await onChanged();
            return null;
          })
        }
      >
        Remove<HiddenText>: {missed.words}</HiddenText>
      </Button>
      <FormAnswer answer={answer} />
    </li>
  );
}
