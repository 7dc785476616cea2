/** Account changes that send a notice without link or code. */
export type NoticeKind =
  | "password_changed"
  /** To the old address. */
  | "email_changed"
  | "mfa_added"
  | "mfa_removed"
  | "recovery_codes_made"
  | "recovery_code_used"
  /** Another provider's account opens this one from now on, or no longer. */
  | "identity_linked"
  | "identity_unlinked";

/** A message that the auth service wants sent; how it reads is for others to say. */
export interface AuthMail {
  kind:
    | "confirmation"
    | "recovery"
    | "magic_link"
    | "invite"
    /** To the old address, when both must agree. */
    | "email_change_current"
    | "email_change_new"
    /** Has no link. */
    | "reauthentication"
    | NoticeKind;
  to: string;
  /** Opens a session, once; empty for a message that has a code alone, or nothing to do. */
  link: string;
  /** Six digits that do the same, for whoever reads the message on another device. */
  code: string;
  linkSeconds: number;
  codeSeconds: number;
  /** The address that is to count, or counts now, for a change of it. */
  newEmail: string;
}

/** Takes a message over: resolves when it is sure to be sent or tried again. */
export type SendAuthMail = (mail: AuthMail) => Promise<void>;

/** A text message with six digits. */
export interface AuthText {
  kind: "confirmation" | "sign_in" | "phone_change" | "reauthentication";
  /** Digits of E.164, without the plus sign. */
  to: string;
  code: string;
  codeSeconds: number;
}

/** @returns the message's id where the carrier has one */
export type SendAuthText = (text: AuthText) => Promise<string | null>;
