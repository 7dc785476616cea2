import { useState } from "react";
import { emailProblem } from "#app/features/account/credentials.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { deleteRow } from "#app/platform/changed-rows.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { DateTime } from "#app/ui/date-time.tsx";
import styles from "#app/ui/editable-list.module.css";
import { EditableLine, ItemList } from "#app/ui/editable-list.tsx";
import { Options, SelectField, TextField } from "#app/ui/field.tsx";
import { FormEnd } from "#app/ui/form-end.tsx";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { useLinkedField } from "#app/ui/use-linked-field.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { changeRole, invite, removeRole, roleTitles } from "./change-role.ts";
import { givenRole, type RoleDraft, RoleFields, readRoleDraft, roleProblems } from "./role-fields.tsx";
import type { Invitation, StaffMember } from "./staff-queries.ts";

type Driver = { userId: string; name: string };

/**
 * Page to manage staff and their roles.
 * @param openRunDrivers the driver of each open run
 */
export function StaffPage({
  staff,
  invitations,
  drivers,
  openRunDrivers,
}: {
  staff: readonly StaffMember[];
  invitations: readonly Invitation[];
  drivers: readonly Driver[];
  openRunDrivers: readonly string[];
}) {
  return (
    <>
      <h1>{t("Staff")}</h1>
      <Section title={t("Current staff")}>
        <p>{t("Removed permissions end at once, even on devices that are logged in.")}</p>
        <ItemList items={staff}>
          {(person) => (
            <PersonLine
              key={person.userId}
              person={person}
              runCount={openRunDrivers.filter((userId) => userId === person.userId).length}
              drivers={drivers.filter(({ userId }) => userId !== person.userId)}
            />
          )}
        </ItemList>
      </Section>
      {invitations.length > 0 ? (
        <Section title={t("Invited")}>
          <ItemList items={invitations}>
            {(invitation) => (
              <EditableLine
                key={invitation.id}
                name={invitation.email}
                removal={{
                  label: t("Revoke"),
                  title: t("Revoke the invitation of {email}?", { email: invitation.email }),
                  consequence: t("The link in the email will stop working."),
                  onRemove: () => deleteRow("staff_invitations", invitation.id, t("This invitation")),
                }}
                onChanged={invalidateReads}
              >
                <strong>{invitation.email}</strong>
                <br />
                {roleText(invitation.role, invitation.refund_limit)} · <InvitationState invitation={invitation} />
              </EditableLine>
            )}
          </ItemList>
        </Section>
      ) : null}
      <Section title={t("Invite staff")}>
        <InvitationForm />
      </Section>
    </>
  );
}

function roleText(role: StaffMember["role"], refundLimit: number | null): string {
  return refundLimit === null
    ? roleTitles()[role]
    : t("{role}, can refund up to {amount} of an order", {
        role: roleTitles()[role],
        amount: moneyText(centsFrom(refundLimit)),
      });
}

function PersonLine({
  person,
  runCount,
  drivers,
}: {
  person: StaffMember;
  runCount: number;
  /** The other drivers. */
  drivers: readonly Driver[];
}) {
  const [nextDriverId, setNextDriverId] = useState("");
  const { role } = person;
  const name = person.name ?? person.email;
  return (
    <EditableLine
      name={name}
      change={
        role === "owner"
          ? null
          : {
              title: t("What {name} does", { name }),
              isAutosaved: false,
              form: (onSaved) => <RoleForm person={{ ...person, role }} onSaved={onSaved} />,
            }
      }
      removal={
        role === "owner"
          ? null
          : {
              label: t("Remove"),
              title: t("Remove {name} from staff?", { name }),
              consequence: (
                <>
                  <p>{t("They lose staff access now. Their customer account stays.")}</p>
                  {runCount > 0 ? (
                    <SelectField
                      label={t("Who takes their {count, plural, one {open run} other {# open runs}}?", {
                        count: runCount,
                      })}
                      value={nextDriverId}
                      onValue={setNextDriverId}
                    >
                      <option value="">{t("Nobody: the deliveries will wait for another run")}</option>
                      <Options of={drivers.map(({ userId, name: driver }) => [userId, driver])} />
                    </SelectField>
                  ) : null}
                </>
              ),
              onRemove: () => removeRole(getBrowserData(), person.userId, runCount > 0 ? nextDriverId || null : null),
            }
      }
      onChanged={invalidateReads}
    >
      <strong>
        <UserText>{name}</UserText>
      </strong>
      {person.name ? ` · ${person.email}` : null}
      <br />
      {roleText(role, person.refundLimit)}
    </EditableLine>
  );
}

function RoleForm({
  person,
  onSaved,
}: {
  person: StaffMember & { role: RoleDraft["role"] };
  onSaved: () => Promise<void>;
}) {
  const form = useForm({
    read: readRoleDraft,
    check: roleProblems,
    send: async (draft) => {
      await changeRole(getBrowserData(), person, givenRole(draft));
      await onSaved();
      showToast({ kind: "success", text: t("Role saved. It applies now.") });
    },
  });
  return (
    <form {...form.props} aria-label={t("Role")} className={styles.form}>
      <RoleFields given={person.role} refundLimit={person.refundLimit} error={form.errors.refundLimit} />
      <FormEnd form={form}>{t("Save")}</FormEnd>
    </form>
  );
}

function InvitationState({ invitation: { expires_at, mailed_at, mail_error } }: { invitation: Invitation }) {
  if (new Date(expires_at).getTime() < Date.now()) return <>{t("expired, send a new invitation")}</>;
  if (mailed_at === null) {
    return <>{mail_error ? t("email not sent yet: {reason}", { reason: mail_error }) : t("email is being sent")}</>;
  }
  return <>{nodes(t("valid until <time/>"), { time: <DateTime at={expires_at} /> })}</>;
}

function InvitationForm() {
  const [sentCount, setSentCount] = useState(0);
  const form = useForm({
    read: (field) => ({ email: field("email").trim(), ...readRoleDraft(field) }),
    check: (typed) => ({ email: emailProblem(typed.email), ...roleProblems(typed) }),
    send: async (typed, element) => {
      await invite(getBrowserData(), typed.email, givenRole(typed));
      showToast({ kind: "success", text: t("{email} will get an invitation by email.", { email: typed.email }) });
      element.reset();
      setSentCount((count) => count + 1);
      await invalidateReads();
    },
  });
  useLinkedField(form.props.ref);
  return (
    <form {...form.props} aria-label={t("Invite staff")} className={styles.form}>
      <TextField
        label={t("Email")}
        {...form.field("email")}
        type="email"
        required
        hint={t("They log in or sign up with this address.")}
      />
      <RoleFields key={sentCount} given="packer" refundLimit={null} error={form.errors.refundLimit} />
      <FormEnd form={form}>{t("Send invitation")}</FormEnd>
    </form>
  );
}
