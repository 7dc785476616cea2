/** Account changes that send a notice without link or code. */
export type NoticeKind =
  | "password_changed"
  /** Sent to the old address. */
  | "email_changed"
  | "mfa_added"
  | "mfa_removed"
  | "recovery_codes_made"
  | "recovery_code_used"
  /** An external provider's account was linked to this account; `identity_unlinked` reports the opposite. */
  | "identity_linked"
  | "identity_unlinked";

/** An email that the auth service sends; the store writes its text. */
export interface AuthMail {
  kind:
    | "confirmation"
    | "recovery"
    | "magic_link"
    /** Sent to the old address, if both must confirm. */
    | "email_change_current"
    | "email_change_new"
    /** Contains no link. */
    | "reauthentication"
    | NoticeKind;
  to: string;
  /** Opens a session, once; empty for notices and for emails with a code only. */
  link: string;
  /** Six digits with the same effect, for a reader on another device. */
  code: string;
  linkSeconds: number;
  codeSeconds: number;
  /** The new address in emails about an address change. */
  newEmail: string;
}

/** Accepts an email; resolves once it is sent or certain to be retried. */
export type SendAuthMail = (mail: AuthMail) => Promise<void>;

/** An SMS with six digits. */
export interface AuthText {
  kind: "confirmation" | "sign_in" | "phone_change" | "reauthentication";
  /** E.164 digits without the plus sign. */
  to: string;
  code: string;
  codeSeconds: number;
}

/** Sends an SMS; resolves with the provider's message id, if there is one. */
export type SendAuthText = (text: AuthText) => Promise<string | null>;
