import { useId } from "react";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { checkWrite } from "#app/platform/changed-rows.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { listResult } from "#app/platform/save-changes.ts";
import { PlainButton, SubmitButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { focusIfLost } from "#app/ui/focus-if-lost.ts";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Row } from "#app/ui/row.tsx";
import { saveMerged } from "#app/ui/save-merged.ts";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { MAX_CHARACTERS_OF_TAG, tagFrom, tagProblem } from "./customer.ts";
import styles from "./customer-page.module.css";
import { getCustomer } from "./customer-queries.ts";

/**
 * Tags of a customer; each change is saved immediately.
 * @param props.known tags of other customers, suggested while typing
 */
export function CustomerTags({
  customerId,
  tags,
  known,
}: {
  customerId: string;
  tags: readonly string[];
  known: readonly string[];
}) {
  const listId = useId();
  const removal = useAttempt();
  const form = useForm({
    read: (field) => tagFrom(field("tag"), known),
    check: (tag) => ({ tag: tagProblem(tag, tags) }),
    send: async (tag, element) => {
      await saveTags(getBrowserData(), customerId, tags, [...tags, tag]);
      element.reset();
      await invalidateReads();
      showToast({ kind: "success", text: t("Tag added.") });
    },
  });

  function handleRemove(tag: string, button: HTMLButtonElement) {
    const section = button.closest("section");
    return removal.run(async () => {
      await saveTags(
        getBrowserData(),
        customerId,
        tags,
        tags.filter((each) => each !== tag),
      );
      await invalidateReads();
      // The focused button is removed with its tag.
      focusIfLost(section?.querySelector<HTMLElement>("input") ?? null);
      showToast({ kind: "success", text: t("Tag removed.") });
    });
  }

  return (
    <>
      {tags.length === 0 ? <p>{t("No tags yet.")}</p> : null}
      {tags.length > 0 ? (
        <Row as="ul" gap={2} aria-label={t("Tags")}>
          {tags.map((tag) => (
            <li key={tag} className={styles.tag}>
              <UserText>{tag}</UserText>
              <PlainButton
                aria-label={t("Remove tag {tag}", { tag })}
                className={styles.remove}
                disabled={removal.isBusy}
                onClick={({ currentTarget }) => handleRemove(tag, currentTarget)}
              >
                ×
              </PlainButton>
            </li>
          ))}
        </Row>
      ) : null}
      <FormAnswer answer={removal.answer} />
      <Stack as="form" gap={3} {...form.props} aria-label={t("Add tag")}>
        <TextField label={t("New tag")} {...form.field("tag")} list={listId} maxLength={MAX_CHARACTERS_OF_TAG} />
        <datalist id={listId}>
          {known
            .filter((tag) => !tags.includes(tag))
            .map((tag) => (
              <option key={tag} value={tag} />
            ))}
        </datalist>
        <SubmitButton variation="secondary" form={form} isNarrow>
          {t("Add tag")}
        </SubmitButton>
        <FormAnswer answer={form.answer} />
      </Stack>
    </>
  );
}

/**
 * Saves the changed tags of a customer.
 * @param before tags that the page shows
 * @throws Error with the database's message
 */
export async function saveTags(
  data: BrowserData,
  customerId: string,
  before: readonly string[],
  tags: readonly string[],
): Promise<void> {
  const answer = await saveMerged({
    before: { tags: [...before] },
    mine: { tags: [...tags] },
    subject: t("This customer"),
    labels: { tags: t("Tags") },
    write: async (mine, expected) =>
      listResult(
        await data.rest.rpc("set_customer_tags", { customer_id: customerId, tags: mine.tags, expected: expected.tags }),
        async () => ({ tags: [...(await getCustomer(data, customerId)).tags] }),
      ),
  });
  checkWrite(answer);
}
