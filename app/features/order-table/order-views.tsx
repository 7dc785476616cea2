import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { type CommandResult, commandResult } from "#app/platform/command-result.ts";
import { rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { useRead } from "#app/platform/use-read.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { errorText } from "#app/values/error-text.ts";
import { type OrderTableFilter, orderFilterFrom, orderTableAddress, presets, searchOfFilter } from "./order-filter.ts";
import styles from "./order-views.module.css";

const COLUMNS = "id, name, search";

/** Saved view of a staff member: a named filter. */
type OrderView = SelectedRow<"order_views", typeof COLUMNS>;

const MAX_VIEW_NAME = 40;

/** Returns the saved views in the order in which they were saved. */
async function listOrderViews({ rest }: BrowserData): Promise<OrderView[]> {
  return rowsOf(await rest.from("order_views").select(COLUMNS).order("created_at")) ?? [];
}

async function saveOrderView({ rest }: BrowserData, view: Pick<OrderView, "name" | "search">): Promise<CommandResult> {
  const { error } = await rest.from("order_views").insert(view);
  if (error?.code === "23505")
    return { kind: "rejected", message: t("You already have a view named “{name}”.", { name: view.name }) };
  return commandResult({ error });
}

/** @throws when it could not be deleted */
async function deleteOrderView({ rest }: BrowserData, { id }: OrderView): Promise<void> {
  changedRows(await rest.from("order_views").delete().eq("id", id).select("id"), t("This view"));
}

/** Links to the preset views and the staff member's own ones, with a form to save the current filter as a view. */
export function OrderViews({ filter }: { filter: OrderTableFilter }) {
  const [isSaving, setSaving] = useState(false);
  const {
    data: views = [],
    isPending,
    isError,
    refetch,
  } = useRead(["order-views"], () => listOrderViews(getBrowserData()));
  const search = searchOfFilter(filter);
  const isSaved = [...presets(), ...views].some((view) => canonical(view.search) === search);

  async function restore({ name, search: saved }: OrderView) {
    try {
      const result = await saveOrderView(getBrowserData(), { name, search: saved });
      if (result.kind === "rejected") showToast({ kind: "error", text: result.message });
      await refetch();
    } catch (error) {
      showToast({ kind: "error", text: errorText(error) });
    }
  }

  async function remove(view: OrderView) {
    try {
      await deleteOrderView(getBrowserData(), view);
      await refetch();
      showToast({
        kind: "success",
        text: t("View “{name}” deleted.", { name: view.name }),
        action: { label: t("Undo"), onPress: () => void restore(view) },
      });
    } catch (error) {
      showToast({ kind: "error", text: errorText(error) });
    }
  }

  return (
    <nav aria-label={t("Views")} className={styles.views}>
      {presets().map((preset) => (
        <ViewLink key={preset.name} view={preset} search={search} />
      ))}
      {views.map((view) => (
        <span key={view.id} className={styles.own}>
          <ViewLink view={view} search={search} />
          <button
            type="button"
            aria-label={t("Delete view “{name}”", { name: view.name })}
            title={t("Delete view")}
            className={styles.delete}
            onClick={() => void remove(view)}
          >
            <Icon name="cross" />
          </button>
        </span>
      ))}
      {isError ? <span role="alert">{t("We couldn't load your views.")}</span> : null}
      {isSaved || isPending ? null : (
        <Button size="small" variation="secondary" onClick={() => setSaving(true)}>
          {t("Save view")}
        </Button>
      )}
      {isSaving ? (
        <SaveDialog
          search={search}
          onClose={() => setSaving(false)}
          onSaved={async () => {
            await refetch();
            setSaving(false);
          }}
        />
      ) : null}
    </nav>
  );
}

function ViewLink({ view, search }: { view: Pick<OrderView, "name" | "search">; search: string }) {
  const filter = orderFilterFrom(new URLSearchParams(view.search));
  return (
    <Link
      to={orderTableAddress(filter)}
      className={styles.view}
      aria-current={searchOfFilter(filter) === search ? "page" : undefined}
      preventScrollReset
    >
      {view.name}
    </Link>
  );
}

function SaveDialog({
  search,
  onClose,
  onSaved,
}: {
  search: string;
  onClose: () => void;
  onSaved: () => Promise<void>;
}) {
  const { isBusy, answer, run } = useAttempt();

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    void run(async () => {
      if (name === "") return rejected(t("Enter a name."));
      const result = await saveOrderView(getBrowserData(), { name, search });
      if (result.kind === "rejected") return rejected(result.message);
      await onSaved();
      showToast({ kind: "success", text: t("View “{name}” saved.", { name }) });
      return null;
    });
  }

  return (
    <Dialog title={t("Save view")} onClose={onClose}>
      <Stack as="form" gap={3} onSubmit={handleSubmit}>
        <TextField
          label={t("Name")}
          name="name"
          required
          maxLength={MAX_VIEW_NAME}
          autoComplete="off"
          hint={t("Only you see your views.")}
        />
        <FormAnswer answer={answer} />
        <Button type="submit" disabled={isBusy}>
          {t("Save view")}
        </Button>
      </Stack>
    </Dialog>
  );
}

/** Returns the current URL query of a saved view. Older views may contain values that no longer exist. */
function canonical(search: string): string {
  return searchOfFilter(orderFilterFrom(new URLSearchParams(search)));
}
