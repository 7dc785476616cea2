export type { CaptchaSettings } from "./limits/captcha.ts";
export { PROOF_SECONDS, SHOWN_ANEW } from "./proofs/fresh-proof.ts";
export type { GoogleSettings } from "./providers/google.ts";
export type { SamlProvider } from "./providers/saml.ts";
export type { AuthMail, AuthText, SendAuthMail, SendAuthText } from "./service/auth-mail.ts";
export { type AuthSettings, defaultAuthSettings } from "./service/auth-settings.ts";
export type { AuthLimits } from "./service/service-context.ts";
export { hashPassword, type PasswordCost } from "./users/passwords.ts";
