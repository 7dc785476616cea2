import { useState } from "react";
import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { deleteRow } from "#app/platform/changed-rows.ts";
import { commandResult } from "#app/platform/command-result.ts";
import { rowsOf, untilShown } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { useRead } from "#app/platform/use-read.ts";
import { withErrorToast } from "#app/ui/action-toast.ts";
import { PlainButton, SmallButton, SubmitButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { focusNear } from "#app/ui/focus-if-lost.ts";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { thenAlways } from "#app/values/then-always.ts";
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

async function saveOrderView({ rest }: BrowserData, view: Pick<OrderView, "name" | "search">): Promise<void> {
  const { error } = await rest.from("order_views").insert(view);
  if (error?.code === "23505") throw new Error(t("You already have a view named “{name}”.", { name: view.name }));
  commandResult({ data: null, error });
}

/** Links to the preset views and the staff member's own ones, with a form to save the current filter as a view. */
export function OrderViews({ filter }: { filter: OrderTableFilter }) {
  const [isSaving, setSaving] = useState(false);
  const { isBusy, run } = useAttempt();
  const {
    data: views = [],
    isPending,
    isError,
    refetch,
  } = useRead(["order-views"], () => listOrderViews(getBrowserData()));
  const search = searchOfFilter(filter);
  const isSaved = [...presets(), ...views].some((view) => canonical(view.search) === search);

  function restore({ name, search: saved }: OrderView) {
    return withErrorToast(() => thenAlways(saveOrderView(getBrowserData(), { name, search: saved }), refetch));
  }

  function remove(view: OrderView, nav: Element | null) {
    return run(() =>
      withErrorToast(async () => {
        await deleteRow("order_views", view.id, t("This view"));
        await refetch();
        await untilShown();
        focusNear(nav);
        showToast({
          kind: "success",
          text: t("View “{name}” deleted.", { name: view.name }),
          action: { label: t("Undo"), onPress: () => void restore(view) },
        });
      }),
    );
  }

  return (
    <nav aria-label={t("Views")} className={styles.views}>
      {presets().map((preset) => (
        <ViewLink key={preset.name} view={preset} search={search} />
      ))}
      {views.map((view) => (
        <span key={view.id} className={styles.own}>
          <ViewLink view={view} search={search} />
          <PlainButton
            aria-label={t("Delete view “{name}”", { name: view.name })}
            title={t("Delete view")}
            className={styles.delete}
            disabled={isBusy}
            onClick={({ currentTarget }) => void remove(view, currentTarget.closest("nav"))}
          >
            <Icon name="cross" />
          </PlainButton>
        </span>
      ))}
      {isError ? (
        <>
          <span role="alert">{t("We couldn't load your views.")}</span>
          <SmallButton onClick={() => void refetch()}>{t("Try again")}</SmallButton>
        </>
      ) : null}
      {isSaved || isPending ? null : <SmallButton onClick={() => setSaving(true)}>{t("Save view")}</SmallButton>}
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
  const form = useForm({
    read: (field) => field("name").trim(),
    check: (name) => ({ name: name === "" ? t("Enter a name.") : undefined }),
    send: async (name) => {
      await saveOrderView(getBrowserData(), { name, search });
      await onSaved();
      showToast({ kind: "success", text: t("View “{name}” saved.", { name }) });
    },
  });

  return (
    <Dialog title={t("Save view")} onClose={onClose}>
      <Stack as="form" gap={3} {...form.props}>
        <TextField
          label={t("Name")}
          {...form.field("name")}
          maxLength={MAX_VIEW_NAME}
          hint={t("Only you see your views.")}
        />
        <FormAnswer answer={form.answer} />
        <SubmitButton form={form}>{t("Save view")}</SubmitButton>
      </Stack>
    </Dialog>
  );
}

/** Returns the current URL query of a saved view. Older views may contain values that no longer exist. */
function canonical(search: string): string {
  return searchOfFilter(orderFilterFrom(new URLSearchParams(search)));
}
