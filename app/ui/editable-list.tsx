import { type ReactNode, useRef, useState } from "react";
import { t } from "#app/messages/t.ts";
import { Button, SmallButton } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./editable-list.module.css";
import { focusIfLost, focusNear } from "./focus-if-lost.ts";
import { FormAnswer } from "./form-message.tsx";
import { HiddenText } from "./hidden-text.tsx";
import { Question } from "./question.tsx";
import { useAttempt } from "./use-attempt.ts";

/** A list of items, or a text without any. */
export function ItemList<Item>({
  label,
  items,
  empty = null,
  children,
}: {
  label?: string;
  items: readonly Item[];
  /** Shown instead of a list without items. */
  empty?: ReactNode;
  children: (item: Item) => ReactNode;
}) {
  if (items.length === 0) return typeof empty === "string" ? <p>{empty}</p> : empty;
  return <ul aria-label={label}>{items.map(children)}</ul>;
}

/** Button that opens a dialog with the form of a new item. */
export function AddButton({
  label,
  isAutosaved = true,
  onAdded,
  form,
}: {
  /** Label of the button and title of the dialog. */
  label: string;
  /** Whether the form autosaves its values on the device. */
  isAutosaved?: boolean;
  onAdded: () => Promise<void>;
  form: Change["form"];
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {isOpen ? (
        <Dialog title={label} isAutosaved={isAutosaved} onClose={() => setOpen(false)}>
          {form(async () => {
            await onAdded();
            setOpen(false);
          })}
        </Dialog>
      ) : null}
    </div>
  );
}

interface Change {
  title: string;
  /** Whether the form autosaves its values on the device; true by default. */
  isAutosaved?: boolean;
  /** Returns the form, which calls `onSaved` once the item is saved. */
  form: (onSaved: () => Promise<void>) => ReactNode;
}

interface Removal {
  label?: string;
  title: string;
  consequence: ReactNode;
  onRemove: () => Promise<void>;
}

/** An item with buttons to change and to remove it, each with its dialog. */
export function EditableLine({
  name,
  change = null,
  removal = null,
  onChanged,
  actions = null,
  children,
}: {
  /** Completes the buttons' labels for screen readers. */
  name: string;
  change?: Change | null;
  removal?: Removal | null;
  onChanged?: () => Promise<void>;
  /** Shown before the buttons, or alone if the item has none. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const [open, setOpen] = useState<"change" | "remove" | null>(null);
  const line = useRef<HTMLLIElement>(null);
  const close = () => setOpen(null);
  return (
    <li ref={line} className={styles.line}>
      <span className={styles.words}>{children}</span>
      {actions}
      {change || removal ? (
        <span className={styles.actions}>
          {change ? (
            <SmallButton onClick={() => setOpen("change")}>
              {t("Change")}
              <HiddenText>: {name}</HiddenText>
            </SmallButton>
          ) : null}
          {removal ? (
            <SmallButton onClick={() => setOpen("remove")}>
              {removal.label ?? t("Remove")}
              <HiddenText>: {name}</HiddenText>
            </SmallButton>
          ) : null}
        </span>
      ) : null}
      {change && open === "change" ? (
        <Dialog title={change.title} isAutosaved={change.isAutosaved ?? true} onClose={close}>
          {change.form(async () => {
            await onChanged?.();
            close();
          })}
        </Dialog>
      ) : null}
      {removal && open === "remove" ? (
        <Question
          title={removal.title}
          yes={removal.label ?? t("Remove")}
          no={t("Keep")}
          onYes={async () => {
            const section = line.current?.closest("section");
            await removal.onRemove();
            await onChanged?.();
            focusNear(section);
          }}
          onClose={close}
        >
          {removal.consequence}
        </Question>
      ) : null}
    </li>
  );
}

/** Button that removes an item without a dialog, because the item can easily be added again. */
export function RemoveButton({
  name,
  onRemove,
  onRemoved,
}: {
  /** Completes the button's label for screen readers. */
  name: string;
  onRemove: () => Promise<void>;
  onRemoved: () => Promise<void>;
}) {
  const { isBusy, answer, run } = useAttempt();
  return (
    <>
      <SmallButton
        disabled={isBusy}
        onClick={({ currentTarget }) => {
          const section = currentTarget.closest("section");
          return run(async () => {
            await onRemove();
            await onRemoved();
            // The focused button is removed with its item.
            focusIfLost(section?.querySelector<HTMLElement>("select, input") ?? null);
          });
        }}
      >
        {t("Remove")}
        <HiddenText>: {name}</HiddenText>
      </SmallButton>
      <FormAnswer answer={answer} />
    </>
  );
}
