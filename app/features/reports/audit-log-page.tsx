import { Form, useSubmit } from "react-router";
import { DateTime } from "#app/ui/date-time.tsx";
import { SelectField } from "#app/ui/field.tsx";
import type { PageOf } from "#app/ui/pagination.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import { useListedFields } from "#app/ui/use-listed-fields.ts";
import { UserText } from "#app/ui/user-text.tsx";
import styles from "./audit-log-page.module.css";
import { AUDIT_KINDS, type AuditEntry, type AuditKind, changedValues } from "./audit-log-queries.ts";

/** Audit log of money, prices, settings, exports, and permissions, with the values before and after. */
export function AuditLogPage({ lines, kind }: { lines: PageOf<AuditEntry>; kind: AuditKind | null }) {
  const submit = useSubmit();
  const fields = useListedFields({ kind: kind ?? "" });
  return (
    <>
      <h1>Audit log</h1>
      <p>The database records every change here. Nobody can edit or delete entries.</p>
      <Form
        ref={fields}
        method="get"
        action="/desk/audit-log"
        aria-label="Filter audit log"
        className={styles.filter}
        onChange={(event) => void submit(event.currentTarget, { replace: true, preventScrollReset: true })}
      >
        <SelectField label="Show" name="kind" defaultValue={kind ?? ""}>
          <option value="">Everything</option>
          {Object.entries(AUDIT_KINDS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </Form>
      {lines.items.length === 0 ? (
        <p>No entries of this kind yet.</p>
      ) : (
        <ul>
          {lines.items.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
      )}
      <Pagination
        path={kind === null ? "/desk/audit-log" : `/desk/audit-log?kind=${kind}`}
        pageIndex={lines.pageIndex}
        pageCount={lines.pageCount}
      />
    </>
  );
}

const DEEDS: Record<AuditKind, string> = {
  refund: "Refund",
  price: "Price",
  settings: "Settings",
  export: "Export",
  right: "Permission",
  counter: "Point of sale",
  import: "Import",
  fee: "Delivery fee",
  customer: "Data request",
};

function Line({ line }: { line: AuditEntry }) {
  return (
    <li className={styles.line}>
      <span>
        {DEEDS[line.kind]} · <strong>{line.subject}</strong>
      </span>
      {changedValues(line).map(({ name, before, after }) => (
        <span key={name}>
          {name}: {line.before === null ? after : `${before ?? "nothing"} → ${after ?? "nothing"}`}
        </span>
      ))}
      <span className={styles.who}>
        <Actor line={line} />, <DateTime at={line.happened_at} />
      </span>
    </li>
  );
}

/** The display name with the account and role behind it, as far as they are known. */
function Actor({ line: { actor, actor_email: email, actor_role: role } }: { line: AuditEntry }) {
  const account = [email === actor ? null : email, role].filter((part) => part !== null).join(", ");
  return (
    <>
      <UserText>{actor}</UserText>
      {account === "" ? null : (
        <>
          {" "}
          (<UserText>{account}</UserText>)
        </>
      )}
    </>
  );
}
