import type { OpeningHours } from "./store-settings.ts";

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MINUTES_OF_DAY = 24 * 60;

export interface OpeningState {
  isOpen: boolean;
  /** "Open now, until 8 PM" or "Closed now, opens tomorrow at 10 AM". */
  text: string;
}

/** Whether the shop is open at this instant, by the clock on its own wall. */
export function openingStateAt(
  openingHours: readonly OpeningHours[],
  timeZone: string,
  instant: Date,
): OpeningState {
  const { day, minute } = wallClock(instant, timeZone);
  const open = spansOf(openingHours, day).find((span) => span.opens <= minute && minute < span.closes);
  if (open) return { isOpen: true, text: `Open now, until ${timeText(open.closes)}` };
  // Hours that go past midnight belong to the day on which they began.
  const late = spansOf(openingHours, day - 1).find((span) => minute + MINUTES_OF_DAY < span.closes);
  if (late) return { isOpen: true, text: `Open now, until ${timeText(late.closes)}` };

  for (let ahead = 0; ahead <= DAYS.length; ahead += 1) {
    const opens = spansOf(openingHours, day + ahead)
      .map((span) => span.opens)
      .filter((opening) => ahead > 0 || opening > minute)
      .sort((one, other) => one - other)[0];
    if (opens !== undefined) {
      return { isOpen: false, text: `Closed now, opens ${dayText(day, ahead)}at ${timeText(opens)}` };
    }
  }
  return { isOpen: false, text: "Closed now" };
}

interface Span {
  /** Minutes from midnight; closing lies past 24 hours when the night is part of it. */
  opens: number;
  closes: number;
}

function spansOf(openingHours: readonly OpeningHours[], day: number): Span[] {
  const name = DAYS[(day + DAYS.length) % DAYS.length] ?? "";
  return openingHours
    .filter((hours) => daysIn(hours.days).includes(name))
    .map((hours) => {
      const opens = minuteOf(hours.opens);
      const closes = minuteOf(hours.closes);
      return { opens, closes: closes > opens ? closes : closes + MINUTES_OF_DAY };
    });
}

/** "Mon-Sat" and "Tue, Thu" name days; "Fri-Mon" goes round the weekend. */
function daysIn(text: string): string[] {
  return text.split(",").flatMap((part) => {
    const [first = "", last = first] = part.split("-").map((name) => name.trim().slice(0, 3));
    const from = DAYS.indexOf(first);
    const to = DAYS.indexOf(last);
    if (from === -1 || to === -1) return [];
    const count = ((to - from + DAYS.length) % DAYS.length) + 1;
    return Array.from({ length: count }, (_, step) => DAYS[(from + step) % DAYS.length] ?? "");
  });
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * 60 + minute;
}

function timeText(minuteOfDay: number): string {
  const hour = Math.floor(minuteOfDay / 60) % 24;
  const minute = minuteOfDay % 60;
  const minutes = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? "AM" : "PM"}`;
}

function dayText(today: number, ahead: number): string {
  if (ahead === 0) return "";
  return ahead === 1 ? "tomorrow " : `${DAYS[(today + ahead) % DAYS.length]} `;
}

function wallClock(instant: Date, timeZone: string): { day: number; minute: number } {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return { day: DAYS.indexOf(part("weekday")), minute: Number(part("hour")) * 60 + Number(part("minute")) };
}
