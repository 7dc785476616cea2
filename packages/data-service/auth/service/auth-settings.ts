import { PASSWORD_COST, type PasswordCost, type PasswordRules } from "../users/passwords.ts";

/** Account settings of the store's owner. */
export interface AuthSettings extends PasswordRules {
  /** An e-mail address must be confirmed before its first session. */
  confirmEmail: boolean;
  confirmPhone: boolean;
  /** Nobody signs up; accounts are made by the service role alone. */
  disableSignup: boolean;
  /** A new e-mail address counts once the old and the new one have both agreed. */
  doubleConfirmEmailChange: boolean;
  /** A day after signing in, a new password takes the six digits of `/reauthenticate`. */
  securePasswordChange: boolean;
  /**
   * A new password or phone number, and a new e-mail address that the old mailbox is not asked about, take the present
   * password, the digits of `/reauthenticate`, or a session that was opened within ten minutes.
   */
  requireCurrentPassword: boolean;
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
  passwordCost: PASSWORD_COST,
};
