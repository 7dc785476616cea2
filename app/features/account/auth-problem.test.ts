import { AuthClient } from "@supabase/auth-js";
import { expect, onTestFinished, test } from "vitest";
import { setLocaleReader } from "#app/messages/current-locale.ts";
import { installTranslations } from "#app/messages/t.ts";
import { unreachableText } from "#app/values/error-text.ts";
import { readTranslations } from "#server/base/translations.ts";
import { authProblem, verifyCode } from "./auth-problem.ts";

function verify(answer: () => Promise<Response>): Promise<void> {
  const auth = new AuthClient({
    url: "http://auth.test/auth/v1",
    persistSession: false,
    autoRefreshToken: false,
    fetch: answer,
  });
  return verifyCode(auth, { type: "email", email: "ama@test.example", token: "123456" });
}

test.for([
  ["nothing", () => new Response("", { status: 200 })],
  ["null", () => Response.json(null)],
  ["no user", () => Response.json({})],
] as const)("a verification response with %s shows the specified message", async ([, answer]) => {
  await expect(verify(async () => answer())).rejects.toThrow("An error occurred on token verification.");
});

test("a rejected code and an unreachable store show different messages", async () => {
  const rejected = { code: 403, error_code: "otp_expired", msg: "Token has expired or is invalid" };
  await expect(verify(async () => Response.json(rejected, { status: 403 }))).rejects.toThrow(
    "That code is wrong, used, or expired. Ask for a new one.",
  );
  await expect(verify(async () => Promise.reject(new TypeError("Failed to fetch")))).rejects.toThrow(unreachableText());
  await expect(verify(async () => new Response("busy", { status: 503 }))).rejects.toThrow(unreachableText());
});

test.for([
  ["invalid_credentials", "Invalid login credentials", "Correo o contraseña incorrectos"],
  ["user_already_exists", "User already registered", "Este correo electrónico ya tiene una cuenta."],
  [
    "same_password",
    "New password should be different from the old password.",
    "Elija una contraseña distinta de la anterior.",
  ],
  [
    "weak_password",
    "Password is known to be weak and easy to guess, please choose a different one.",
    "Esta contraseña es débil y fácil de adivinar. Elija otra.",
  ],
  ["weak_password", "Password should be at least 8 characters.", "La contraseña debe tener al menos 8 caracteres"],
  [
    "validation_failed",
    "Password cannot be longer than 72 characters",
    "La contraseña puede tener 72 caracteres como máximo",
  ],
  ["validation_failed", "Unable to validate email address: invalid format", "Ingrese un correo electrónico válido"],
  ["validation_failed", "Invalid phone number format (E.164 required)", "El número de teléfono debe tener 10 dígitos"],
] as const)("the auth service's error %s is shown in the shopper's language", async ([code, message, shown]) => {
  installTranslations("es", readTranslations("es"));
  setLocaleReader(() => "es");
  onTestFinished(() => {
    setLocaleReader(() => "en");
    installTranslations("es", new Map());
  });
  expect(authProblem(Object.assign(new Error(message), { code }))).toBe(shown);
});
