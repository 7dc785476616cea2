/** An event in a calendar. */
export interface CalendarEvent {
  /** Identical for the same event, so that a second import replaces the first. */
  id: string;
  startsAt: string;
  endsAt: string;
  title: string;
  place: string;
  notes: string;
}

/** Returns an iCalendar file (RFC 5545) with one event. */
export function calendarFile(event: CalendarEvent, now: Date): string {
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Calabash Market//Orders//EN",
    "BEGIN:VEVENT",
    `UID:${event.id}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(new Date(event.startsAt))}`,
    `DTEND:${stamp(new Date(event.endsAt))}`,
    `SUMMARY:${escaped(event.title)}`,
    `LOCATION:${escaped(event.place)}`,
    `DESCRIPTION:${escaped(event.notes)}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]
    .map(folded)
    .join("\r\n");
}

/** Returns a time in UTC, such as 20261128T200000Z. */
function stamp(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll("\n", "\\n");
}

/** Lines have 75 bytes at most; 60 characters leave room for multi-byte characters. */
function folded(line: string): string {
  return line.match(/.{1,60}/gu)?.join("\r\n ") ?? line;
}
