import { CheckboxField, TextAreaField, TextField } from "#app/ui/field.tsx";
import type { SettingsDraft } from "./settings-draft.ts";
import { SettingsList } from "./settings-list.tsx";
import type { SettingsErrors } from "./validate-settings.ts";

interface ListProps {
  draft: SettingsDraft;
  errors: SettingsErrors;
  onChange: (changed: Partial<SettingsDraft>) => void;
}

export function HoursList({ draft, errors, onChange }: ListProps) {
  return (
    <SettingsList
      title="Opening hours"
      name="openingHours"
      rowLabel="Hours"
      rows={draft.openingHours}
      newRow={{ days: "", opens: "09:00", closes: "17:00", text: "" }}
      error={errors["openingHours"]}
      onChange={(openingHours) => onChange({ openingHours })}
    >
      {({ row, field, change }) => {
        const text = textFields(row, field, errors, change);
        return (
          <>
            <TextField {...text("days")} label="Days" hint="Such as Mon-Sat or Sun" />
            <TextField {...text("opens")} label="Opens" type="time" />
            <TextField {...text("closes")} label="Closes" type="time" />
          </>
        );
      }}
    </SettingsList>
  );
}

export function ClosedDayList({ draft, errors, onChange }: ListProps) {
  return (
    <SettingsList
      title="Closed days"
      name="closedDays"
      rowLabel="Closed day"
      rows={draft.closedDays}
      newRow={{ day: "", reason: "" }}
      error={errors["closedDays"]}
      onChange={(closedDays) => onChange({ closedDays })}
    >
      {({ row, field, change }) => {
        const text = textFields(row, field, errors, change);
        return (
          <>
            <TextField {...text("day")} label="Day" type="date" />
            <TextField {...text("reason")} label="Reason" hint="Such as Thanksgiving" maxLength={100} />
          </>
        );
      }}
    </SettingsList>
  );
}

export function SocialLinkList({ draft, errors, onChange }: ListProps) {
  return (
    <SettingsList
      title="Social links"
      name="socialLinks"
      rowLabel="Link"
      rows={draft.socialLinks}
      newRow={{ name: "", url: "https://" }}
      error={errors["socialLinks"]}
      onChange={(socialLinks) => onChange({ socialLinks })}
    >
      {({ row, field, change }) => {
        const text = textFields(row, field, errors, change);
        return (
          <>
            <TextField {...text("name")} label="Name" />
            <TextField {...text("url")} label="Address" type="url" />
          </>
        );
      }}
    </SettingsList>
  );
}

export function TeamList({ draft, errors, onChange }: ListProps) {
  return (
    <SettingsList
      title="Team"
      name="team"
      rowLabel="Team member"
      rows={draft.team}
      newRow={{ name: "", title: "", image: "", isSample: false }}
      error={errors["team"]}
      onChange={(team) => onChange({ team })}
    >
      {({ row, field, change }) => {
        const text = textFields(row, field, errors, change);
        return (
          <>
            <TextField {...text("name")} label="Name" />
            <TextField {...text("title")} label="Title" />
            <TextField {...text("image")} label="Picture" hint="Its address in the shop's bucket" />
            <SampleField name={`${field}.isSample`} isSample={row.isSample} onChange={change} />
          </>
        );
      }}
    </SettingsList>
  );
}

export function TestimonialList({ draft, errors, onChange }: ListProps) {
  return (
    <SettingsList
      title="Testimonials"
      name="testimonials"
      rowLabel="Testimonial"
      rows={draft.testimonials}
      newRow={{ name: "", text: "", image: "", isSample: false }}
      error={errors["testimonials"]}
      onChange={(testimonials) => onChange({ testimonials })}
    >
      {({ row, field, change }) => {
        const text = textFields(row, field, errors, change);
        return (
          <>
            <TextField {...text("name")} label="Name" />
            <TextField {...text("image")} label="Picture" hint="Its address in the shop's bucket" />
            <SampleField name={`${field}.isSample`} isSample={row.isSample} onChange={change} />
            <TextAreaField {...text("text")} label="Words" rows={3} />
          </>
        );
      }}
    </SettingsList>
  );
}

function SampleField({
  name,
  isSample,
  onChange,
}: {
  name: string;
  isSample: boolean;
  onChange: (changed: { isSample: boolean }) => void;
}) {
  return (
    <CheckboxField
      label="Sample"
      name={name}
      checked={isSample}
      hint="Hidden once the shop is live"
      onChange={(event) => onChange({ isSample: event.currentTarget.checked })}
    />
  );
}

/** Name, value, error and change of one text field of a line. */
function textFields<Row extends object>(
  row: Row,
  field: string,
  errors: SettingsErrors,
  change: (changed: Partial<Row>) => void,
) {
  return (name: keyof Row & string) => ({
    name: `${field}.${name}`,
    value: String(row[name]),
    error: errors[`${field}.${name}`],
    onChange: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      change({ [name]: event.currentTarget.value } as Partial<Row>),
  });
}
