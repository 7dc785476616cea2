/** One thing that the doctor looked at. */
export interface Finding {
  /** What it belongs to: "Stripe", "Database". */
  subject: string;
  /** `wrong` stops a live shop, or the shop that these settings describe; `note` is worth knowing. */
  level: "good" | "note" | "wrong";
  /** One sentence, without any secret. */
  text: string;
  /** What to do about it. */
  remedy?: string;
}
