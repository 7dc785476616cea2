/** One thing that the doctor looked at. */
export interface Finding {
  /** Part that was checked: "Stripe", "Database". */
  subject: string;
  /** `wrong` stops a live shop, or the shop that these settings describe; `note` is worth knowing. */
  level: "good" | "note" | "wrong";
  /** One sentence, without any secret. */
  text: string;
  /** Suggested fix. */
  remedy?: string;
}
