import { useState } from "react";
import { useRevalidator } from "react-router";
import { emailProblem } from "#app/features/account/credentials.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import styles from "#app/ui/editable-list.module.css";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Question } from "#app/ui/question.tsx";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { refused } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { centsFrom, moneyText } from "#app/values/money.ts";
import {
  changeRole,
  type Invitation,
  invite,
  type StaffMember,
  takeInvitationBack,
  takeRoleAway,
} from "./people-record.ts";
import { givenRole, readRoleDraft, roleProblems } from "./role-draft.ts";
import { RoleFields } from "./role-fields.tsx";

/** Where the owner says who works here, and as what. */
export function PeoplePage({
  staff,
  invitations,
}: {
  staff: readonly StaffMember[];
  invitations: readonly Invitation[];
}) {
  const { revalidate } = useRevalidator();
  return (
    <>
      <BackButton fallback="/auth" label="Back to the ADMIN DASHBOARD" />
      <h1>People</h1>
      <Section title="Who works here">
        <p>What is taken away ends at once, also on a phone that is still logged in.</p>
        <ul className={styles.lines}>
          {staff.map((person) => (
            <PersonLine key={person.userId} person={person} onChanged={revalidate} />
          ))}
        </ul>
      </Section>
      {invitations.length > 0 ? (
        <Section title="Invited">
          <ul className={styles.lines}>
            {invitations.map((invitation) => (
              <InvitationLine key={invitation.id} invitation={invitation} onChanged={revalidate} />
            ))}
          </ul>
        </Section>
      ) : null}
      <Section title="Invite somebody">
        <InvitationForm onInvited={revalidate} />
      </Section>
    </>
  );
}

const ROLES: Record<StaffMember["role"], string> = { owner: "Owner", manager: "Manager", packer: "Packer" };

function roleText(role: StaffMember["role"], refundLimit: number | null): string {
  return refundLimit === null
    ? ROLES[role]
    : `${ROLES[role]}, gives back at most ${moneyText(centsFrom(refundLimit))} of an order`;
}

function PersonLine({ person, onChanged }: { person: StaffMember; onChanged: () => Promise<void> }) {
  const [open, setOpen] = useState<"change" | "remove" | null>(null);
  const name = person.name ?? person.email;
  const close = () => setOpen(null);
  return (
    <li className={styles.line}>
      <span className={styles.words}>
        <strong>
          <UserText>{name}</UserText>
        </strong>
        {person.name ? ` · ${person.email}` : null}
        <br />
        {roleText(person.role, person.refundLimit)}
      </span>
      {person.role === "owner" ? null : (
        <span className={styles.actions}>
          <Button size="small" variation="secondary" onClick={() => setOpen("change")}>
            Change<HiddenText>: {name}</HiddenText>
          </Button>
          <Button size="small" variation="secondary" onClick={() => setOpen("remove")}>
            Take away<HiddenText>: {name}</HiddenText>
          </Button>
        </span>
      )}
      {open === "change" && person.role !== "owner" ? (
        <Dialog title={`What ${name} does`} onClose={close}>
          <RoleForm person={{ ...person, role: person.role }} onChanged={onChanged} onClose={close} />
        </Dialog>
      ) : null}
      {open === "remove" ? (
        <Question
          title={`Take ${name}'s role away?`}
          yes="Take away"
          no="Keep"
          onYes={async () => {
            const refusal = await takeRoleAway(getBrowserData(), person.userId);
            if (refusal === null) await onChanged();
            return refusal;
          }}
          onClose={close}
        >
          They keep their account as a customer, and can do nothing more for the shop from now on.
        </Question>
      ) : null}
    </li>
  );
}

function RoleForm({
  person,
  onChanged,
  onClose,
}: {
  person: StaffMember & { role: "manager" | "packer" };
  onChanged: () => Promise<void>;
  onClose: () => void;
}) {
  const form = useForm({
    read: readRoleDraft,
    check: roleProblems,
    send: async (draft) => {
      const refusal = await changeRole(getBrowserData(), person.userId, givenRole(draft));
      if (refusal !== null) return refused(refusal);
      await onChanged();
      onClose();
      return null;
    },
  });
  return (
    <form {...form.props} aria-label="Role" className={styles.form}>
      <RoleFields given={person.role} refundLimit={person.refundLimit} error={form.errors.refundLimit} />
      <FormAnswer answer={form.answer} />
      <div>
        <Button type="submit" disabled={form.isBusy}>
          Save
        </Button>
      </div>
    </form>
  );
}

function InvitationLine({
  invitation,
  onChanged,
}: {
  invitation: Invitation;
  onChanged: () => Promise<void>;
}) {
  const [isAsking, setAsking] = useState(false);
  const { email } = invitation;
  return (
    <li className={styles.line}>
      <span className={styles.words}>
        <strong>{email}</strong>
        <br />
        {roleText(invitation.role, invitation.refund_limit)} · <InvitationState invitation={invitation} />
      </span>
      <span className={styles.actions}>
        <Button size="small" variation="secondary" onClick={() => setAsking(true)}>
          Take back<HiddenText>: {email}</HiddenText>
        </Button>
      </span>
      {isAsking ? (
        <Question
          title={`Take the invitation of ${email} back?`}
          yes="Take back"
          no="Keep"
          onYes={async () => {
            const refusal = await takeInvitationBack(getBrowserData(), invitation.id);
            if (refusal === null) await onChanged();
            return refusal;
          }}
          onClose={() => setAsking(false)}
        >
          The link in the mail does nothing any more.
        </Question>
      ) : null}
    </li>
  );
}

function InvitationState({ invitation: { expires_at, mailed_at, mail_error } }: { invitation: Invitation }) {
  if (new Date(expires_at).getTime() < Date.now()) return <>ended, invite them again</>;
  if (mailed_at === null) {
    return <>{mail_error ? `the mail was not sent yet: ${mail_error}` : "the mail is on its way"}</>;
  }
  return (
    <>
      good until <DateTime at={expires_at} />
    </>
  );
}

function InvitationForm({ onInvited }: { onInvited: () => Promise<void> }) {
  const form = useForm({
    read: (field) => ({ email: field("email").trim(), ...readRoleDraft(field) }),
    check: (typed) => ({ email: emailProblem(typed.email), ...roleProblems(typed) }),
    send: async (typed, element) => {
      const result = await invite(getBrowserData(), typed.email, givenRole(typed));
      if (result.kind === "refused") return refused(result.message);
      showToast({ kind: "success", text: `${typed.email} gets a mail with the invitation.` });
      element.reset();
      await onInvited();
      return null;
    },
  });
  return (
    <form {...form.props} aria-label="Invite somebody" className={styles.form}>
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="off"
        hint="They log in, or sign up, with this address."
        error={form.errors.email}
      />
      <RoleFields given="packer" refundLimit={null} error={form.errors.refundLimit} />
      <FormAnswer answer={form.answer} />
      <div>
        <Button type="submit" disabled={form.isBusy}>
          Send the invitation
        </Button>
      </div>
    </form>
  );
}
