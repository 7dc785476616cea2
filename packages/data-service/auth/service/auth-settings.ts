import { PASSWORD_COST, type PasswordCost, type PasswordRules } from "../users/passwords.ts";

/** Account settings of a store. */
export interface AuthSettings extends PasswordRules {
  /** Requires a confirmed email address before the first session. */
  confirmEmail: boolean;
  confirmPhone: boolean;
  /** Disables sign-ups; only the service role creates accounts. */
  disableSignup: boolean;
  /** Requires a new email address to be confirmed by the old and the new mailbox. */
  doubleConfirmEmailChange: boolean;
  /** Requires the six digits of `/reauthenticate` for a new password, a day after login. */
  securePasswordChange: boolean;
  /**
   * Requires the current password, the digits of `/reauthenticate`, or a session opened within ten minutes for a new
   * password or phone number, and for a new email address that the old mailbox need not confirm.
   */
  requireCurrentPassword: boolean;
  /** Country codes, or longer prefixes, of numbers that get texts; null for every number. */
  textPrefixes: readonly string[] | null;
  /** Cost of new password hashes; existing hashes are verified at their own cost. */
  passwordCost: PasswordCost;
}

/** Defaults of a hosted project. */
export const defaultAuthSettings: AuthSettings = {
  confirmEmail: false,
  confirmPhone: true,
  disableSignup: false,
  doubleConfirmEmailChange: true,
  securePasswordChange: false,
  requireCurrentPassword: false,
  minPasswordLength: 6,
  rejectCommonPasswords: false,
  textPrefixes: null,
  passwordCost: PASSWORD_COST,
};
