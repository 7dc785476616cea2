import type { CurrentUser } from "#app/features/account/current-user.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { changedRows, checkWrite, deleteRow } from "#app/platform/changed-rows.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { DateTime } from "#app/ui/date-time.tsx";
import listStyles from "#app/ui/editable-list.module.css";
import { EditableLine, ItemList } from "#app/ui/editable-list.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { FormEnd } from "#app/ui/form-end.tsx";
import { saveMerged } from "#app/ui/save-merged.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { type CustomerDetails, type CustomerNote, MAX_CHARACTERS_OF_NOTE } from "./customer.ts";
import styles from "./customer-page.module.css";

const EXCERPT_CHARACTERS = 60;

/** Staff notes, latest first. Only their author and the owner can edit or delete them; customers never see them. */
export function CustomerNotes({
  customer,
  user,
}: {
  customer: CustomerDetails;
  user: Pick<CurrentUser, "id" | "role">;
}) {
  return (
    <>
      <NoteForm
        label={t("New note")}
        hint={t("Customers don't see notes. An export of their data includes them.")}
        action={t("Add note")}
        text=""
        isTextNeeded
        onSend={async (text) => {
          await addNote(getBrowserData(), customer.id, { kind: "note", text });
          await invalidateReads();
          showToast({ kind: "success", text: t("Note added.") });
        }}
      />
      <ItemList label={t("Notes")} items={customer.notes} empty={t("No notes yet.")}>
        {(note) => (
          <NoteLine key={note.id} note={note} isChangeable={user.role === "owner" || note.authorId === user.id} />
        )}
      </ItemList>
    </>
  );
}

function NoteLine({ note, isChangeable }: { note: CustomerNote; isChangeable: boolean }) {
  const { id, kind, text, author, createdAt, editedAt } = note;
  const title = text === "" ? t("Talked by phone") : excerptOf(text);
  return (
    <EditableLine
      name={title}
      change={
        isChangeable
          ? {
              title: t("Change note"),
              isAutosaved: false,
              form: (onSaved) => (
                <NoteForm
                  label={t("Note")}
                  action={t("Save note")}
                  text={text}
                  isTextNeeded={kind === "note"}
                  onSend={async (typed) => {
                    if (typed !== text) {
                      await updateNote(getBrowserData(), note, typed);
                      showToast({ kind: "success", text: t("Note saved.") });
                    }
                    await onSaved();
                  }}
                />
              ),
            }
          : null
      }
      removal={
        isChangeable
          ? {
              label: t("Delete"),
              title: t("Delete this note?"),
              consequence: <UserText>{title}</UserText>,
              onRemove: () => deleteRow("customer_notes", id, t("This note")),
            }
          : null
      }
      onChanged={invalidateReads}
    >
      {kind === "call" ? <strong className={styles.call}>{t("Talked by phone")}</strong> : null}
      {text === "" ? null : (
        <span className={styles.text}>
          <UserText>{text}</UserText>
        </span>
      )}
      <span className={styles.by}>
        <UserText>{author ?? t("Former staff")}</UserText>, <DateTime at={createdAt} />
        {editedAt === null ? null : <> {nodes(t("(changed <time/>)"), { time: <DateTime at={editedAt} /> })}</>}
      </span>
    </EditableLine>
  );
}

function excerptOf(text: string): string {
  return text.length > EXCERPT_CHARACTERS ? `${text.slice(0, EXCERPT_CHARACTERS)}…` : text;
}

function NoteForm({
  label,
  hint,
  action,
  text,
  isTextNeeded,
  onSend,
}: {
  label: string;
  hint?: string;
  action: string;
  text: string;
  /** A call may have no text. */
  isTextNeeded: boolean;
  onSend: (text: string) => Promise<void>;
}) {
  const form = useForm({
    read: (field) => field("text").trim(),
    check: (typed) => ({
      text:
        typed === "" && isTextNeeded
          ? t("Enter a note.")
          : [...typed].length > MAX_CHARACTERS_OF_NOTE
            ? t("2,000 characters at most.")
            : undefined,
    }),
    send: async (typed, element) => {
      await onSend(typed);
      element.reset();
    },
  });
  return (
    <form {...form.props} aria-label={label} className={listStyles.form}>
      <TextAreaField
        label={label}
        {...form.field("text")}
        rows={3}
        hint={hint}
        maxLength={MAX_CHARACTERS_OF_NOTE}
        defaultValue={text}
      />
      <FormEnd form={form}>{action}</FormEnd>
    </form>
  );
}

/** Adds a note, or a call today with an optional text. */
export async function addNote(
  data: BrowserData,
  customerId: string,
  { kind, text }: Pick<CustomerNote, "kind" | "text">,
): Promise<void> {
  const added = await data.rest.from("customer_notes").insert({ customer_id: customerId, kind, text }).select("id");
  // The customer was deleted in the meantime.
  if (added.error?.code === "23503") throw new Error(t("This customer no longer exists. Reload the page."));
  changedRows(added, t("This customer"));
}

export async function updateNote(
  data: BrowserData,
  { id, text: before }: Pick<CustomerNote, "id" | "text">,
  text: string,
): Promise<void> {
  const answer = await saveMerged({
    before: { text: before },
    mine: { text },
    subject: t("This note"),
    labels: { text: t("Note") },
    write: rowWriter(data, "customer_notes", { id }),
  });
  checkWrite(answer);
}
