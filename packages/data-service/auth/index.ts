export type { CaptchaSettings } from "./limits/captcha.ts";
export type { GoogleSettings } from "./providers/google.ts";
export type { SamlProvider } from "./providers/saml.ts";
export {
  REAUTHENTICATING_METHODS,
  REAUTHENTICATION_SECONDS,
} from "./reauthentication/recent-reauthentication.ts";
export type { AuthMail, AuthText, SendAuthMail, SendAuthText } from "./service/auth-mail.ts";
export { type AuthSettings, defaultAuthSettings } from "./service/auth-settings.ts";
export type { AuthLimits } from "./service/service-context.ts";
export { hashPassword, type PasswordCost } from "./users/passwords.ts";
