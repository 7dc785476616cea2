/** Result of one check of the doctor. */
export interface Finding {
  /** Part that was checked: "Stripe", "Database". */
  subject: string;
  /** `wrong` prevents a live store, or one with these settings, from working; `note` is information. */
  level: "good" | "note" | "wrong";
  /** One sentence without secrets. */
  text: string;
  /** Suggested fix. */
  remedy?: string;
}
