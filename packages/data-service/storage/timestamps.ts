/** Returns SQL that formats a timestamp like Supabase: in UTC, to the millisecond, with a Z. */
export function isoTime(column: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
