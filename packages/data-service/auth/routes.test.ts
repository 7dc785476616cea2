import { expect, test } from "vitest";
import { letSignInAge, openTestShop } from "../../../tests/running-shop.ts";
import { ROUTES, type Route } from "./routes.ts";

const NOBODY = "83fd9e20-7a80-46e4-bf29-a86e3d6bbf66";
const rowsFor = (...guards: Route["guard"][]) => ROUTES.filter(({ guard }) => guards.includes(guard));
const nameOf = ({ method, path, grant }: Route) => `${method} ${path}${grant ? ` ${grant}` : ""}`;

const shop = await openTestShop({ authSettings: { requireCurrentPassword: true } });
const [person, gone] = await shop.signUpAll("customer", "customer");
await shop.database.admin`delete from auth.sessions where user_id = ${gone.id}`;

async function ask({ method, path, grant }: Route, token: string | null): Promise<[number, string]> {
  const address = path.replace(/:\w+/g, NOBODY).replace("/*", "/anything");
  const response = await shop.app.request(`/auth/v1${address}${grant ? `?grant_type=${grant}` : ""}`, {
    method: method === "ALL" ? "GET" : method,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  return [response.status, response.headers.get("x-sb-error-code") ?? ""];
}

test.for(rowsFor("signedIn", "owner").map((row) => ({ name: nameOf(row), row })))(
  "$name requires the token of an active session",
  async ({ row }) => {
    expect(await ask(row, null)).toEqual([401, "no_authorization"]);
    expect(await ask(row, "forged")).toEqual([403, "bad_jwt"]);
    expect(await ask(row, shop.keys.anonKey)).toEqual([403, "bad_jwt"]);
    expect(await ask(row, shop.keys.serviceRoleKey)).toEqual([403, "bad_jwt"]);
    expect(await ask(row, gone.accessToken)).toEqual([403, "session_not_found"]);
  },
);

test.for(rowsFor("owner").map((row) => ({ name: nameOf(row), row })))(
  "$name requires a session younger than ten minutes",
  async ({ row }) => {
    await letSignInAge(shop, person, "11 minutes");
    expect(await ask(row, person.accessToken)).toEqual([400, "reauthentication_needed"]);
  },
);

test.for(rowsFor("server").map((row) => ({ name: nameOf(row), row })))(
  "$name requires the service role",
  async ({ row }) => {
    expect(await ask(row, null)).toEqual([401, "no_authorization"]);
    expect(await ask(row, "forged")).toEqual([403, "bad_jwt"]);
    expect(await ask(row, shop.keys.anonKey)).toEqual([403, "not_admin"]);
    expect(await ask(row, person.accessToken)).toEqual([403, "not_admin"]);
    const [status] = await ask(row, shop.keys.serviceRoleKey);
    expect([401, 403]).not.toContain(status);
  },
);

test("only login routes and public metadata need no token", () => {
  expect(rowsFor("anybody", "human").map(nameOf)).toEqual([
    "GET /health",
    "GET /settings",
    "GET /.well-known/jwks.json",
    "POST /signup",
    "POST /token password",
    "POST /token refresh_token",
    "POST /token pkce",
    "POST /token",
    "POST /otp",
    "POST /recover",
    "POST /resend",
    "GET /verify",
    "POST /verify",
    "POST /verify/link",
    "GET /authorize",
    "GET /callback",
    "POST /sso",
    "GET /sso/saml/metadata",
    "POST /sso/saml/acs",
    "ALL /*",
  ]);
});
