import { use } from "react";
import { t } from "#app/messages/t.ts";
import { ChoiceForm } from "#app/ui/choice-form.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { ItemList } from "#app/ui/editable-list.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { Options, SelectField } from "#app/ui/field.tsx";
import type { PageOf } from "#app/ui/pagination.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import textStyles from "#app/ui/text.module.css";
import { UserText } from "#app/ui/user-text.tsx";
import styles from "./audit-log-page.module.css";
import { type AuditEntry, type AuditKind, auditKinds, changedValues } from "./audit-log-queries.ts";
import { auditSentence } from "./audit-sentence.ts";
import { inSentence, roleText } from "./audit-words.ts";

/** Audit log of money, prices, settings, exports, and permissions, with the values before and after. */
export function AuditLogPage({ lines, kind }: { lines: PageOf<AuditEntry>; kind: AuditKind | null }) {
  return (
    <>
      <h1>{t("Audit log")}</h1>
      <p>{t("The database records every change here. Nobody can edit or delete entries.")}</p>
      <ChoiceForm
        values={{ kind: kind ?? "" }}
        action="/desk/audit-log"
        aria-label={t("Filter audit log")}
        className={styles.filter}
      >
        <SelectField label={t("Show")} name="kind" defaultValue={kind ?? ""}>
          <option value="">{t("Everything")}</option>
          <Options of={Object.entries(auditKinds()).map(([value, label]) => [value, label])} />
        </SelectField>
      </ChoiceForm>
      <ItemList items={lines.items} empty={t("No entries of this kind yet.")}>
        {(line) => <Line key={line.id} line={line} />}
      </ItemList>
      <Pagination
        path={kind === null ? "/desk/audit-log" : `/desk/audit-log?kind=${kind}`}
        pageIndex={lines.pageIndex}
        pageCount={lines.pageCount}
      />
    </>
  );
}

function Line({ line }: { line: AuditEntry }) {
  const values = changedValues(line, use(ShopTimeZone));
  return (
    <li className={styles.line}>
      <span>
        <strong>
          <UserText>{actorText(line.actor)}</UserText>
        </strong>{" "}
        {auditSentence(line)}
      </span>
      <span className={textStyles.meta}>
        <DateTime at={line.happened_at} />
      </span>
      <details className={styles.details}>
        <summary>{t("Details")}</summary>
        <dl>
          <Fact name={t("Account")}>
            <UserText>{accountText(line)}</UserText>
          </Fact>
          <Fact name={auditKinds()[line.kind]}>{inSentence(line.subject)}</Fact>
          {values.map(({ name, before, after }) => (
            <Fact key={name} name={name}>
              {line.before === null ? after : `${before ?? t("nothing")} → ${after ?? t("nothing")}`}
            </Fact>
          ))}
        </dl>
      </details>
    </li>
  );
}

/** Actor that the database records for automatic changes. */
const SERVER = "The shop's server";

function actorText(actor: string): string {
  return actor === SERVER ? t("Store server") : actor;
}

/** Returns the account behind the display name and its role at that time, if known. */
function accountText({ actor, actor_email: email, actor_role: role }: AuditEntry): string {
  return [email ?? actorText(actor), roleText({ role })].filter((part) => part !== null).join(", ");
}
