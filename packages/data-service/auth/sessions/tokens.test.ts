import { generateKeyPairSync } from "node:crypto";
import {
  compactVerify,
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { expect, test } from "vitest";
import { openShopForTest, openTestShop } from "../../../../tests/running-shop.ts";
import { createProjectKeys, type ProjectKeys } from "../../project-keys.ts";
import { createSigningKey, createTokens } from "../../tokens.ts";

const SECRET = "a shared secret of another project, long enough";

/** Which tokens the services accept. An invalid token is rejected, never treated as anonymous. */
const shop = await openTestShop();
const ama = await shop.signUp("Ama");

const SERVICES = [
  { path: "/rest/v1/condiments?select=id", method: "GET", rejection: 401 },
  { path: "/storage/v1/object/products/none.png", method: "DELETE", rejection: 401 },
  { path: "/auth/v1/user", method: "GET", rejection: 403 },
];

async function expectRejected(token: string): Promise<void> {
  for (const { path, method, rejection } of SERVICES) {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await shop.dataService.request(path, { method, headers });
    expect([path, answer.status]).toEqual([path, rejection]);
    if (path.startsWith("/auth")) expect(await answer.json()).toMatchObject({ error_code: "bad_jwt" });
  }
}

const claimsOfAma = (): JWTPayload => decodeJwt(ama.accessToken);

function shared(claims: JWTPayload, secret = SECRET): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(Buffer.from(secret));
}

test("every service accepts a user's own token", async () => {
  for (const { path, method, rejection } of SERVICES) {
    const headers = { authorization: `Bearer ${ama.accessToken}` };
    const answer = await shop.dataService.request(path, { method, headers });
    expect([path, answer.status]).not.toEqual([path, rejection]);
    expect(answer.status).toBeLessThan(500);
  }
});

test("an unsigned token is rejected", async () => {
  await expectRejected(new UnsecuredJWT({ ...claimsOfAma(), role: "service_role" }).encode());
});

test("a signature is valid also when one of its numbers is short", async () => {
  const tokens = await createTokens({ signingKey: shop.keys.signingKey });
  const isValid = createLocalJWKSet({ keys: tokens.publicJwks });
  // About one number in 256 has fewer than 32 bytes.
  for (let i = 0; i < 2_000; i += 1) await compactVerify(tokens.sign({ i }), isValid);
});

test("a modified token is rejected", async () => {
  const [head = "", body = "", signature = ""] = ama.accessToken.split(".");
  const raised = Buffer.from(JSON.stringify({ ...claimsOfAma(), role: "service_role" })).toString("base64url");
  await expectRejected(`${head}.${raised}.${signature}`);
  await expectRejected(`${head}.${body}.`);
  await expectRejected(`${head}.${body}.${"A".repeat(86)}`);
});

test("a token signed with another key is rejected, even under our key's id", async () => {
  const { kid } = decodeProtectedHeader(ama.accessToken);
  const foreignKey = await createSigningKey();
  for (const key of [foreignKey, { ...foreignKey, kid: kid ?? "" }]) {
    await expectRejected((await createTokens({ signingKey: key })).sign(claimsOfAma()));
  }
});

test("a token is rejected from the second it expires", async () => {
  const tokens = await createTokens({ signingKey: shop.keys.signingKey });
  await expectRejected(tokens.sign({ ...claimsOfAma(), exp: Math.floor(Date.now() / 1000) - 1 }));
});

test("a token with our key but another issuer is rejected", async () => {
  const tokens = await createTokens({ signingKey: shop.keys.signingKey });
  for (const iss of ["https://elsewhere.example/auth/v1", ""]) {
    await expectRejected(tokens.sign({ ...claimsOfAma(), iss }));
  }
  const { iss: _, ...ofNobody } = claimsOfAma();
  await expectRejected(tokens.sign(ofNobody));
});

test("a token without a known role is rejected", async () => {
  const tokens = await createTokens({ signingKey: shop.keys.signingKey });
  for (const role of ["postgres", "shop_owner", "authenticator", "", undefined]) {
    await expectRejected(tokens.sign({ ...claimsOfAma(), role }));
  }
});

test("tokens with other algorithms are rejected, even with our public key as shared secret", async () => {
  const answer = await shop.dataService.request("/auth/v1/.well-known/jwks.json");
  const { keys } = (await answer.json()) as { keys: object[] };
  for (const secret of [JSON.stringify(keys[0]), SECRET]) {
    await expectRejected(await shared(claimsOfAma(), secret));
    await expectRejected(await shared({ role: "anon" }, secret));
  }
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  await expectRejected(await new SignJWT({ role: "anon" }).setProtectedHeader({ alg: "RS256" }).sign(privateKey));
});

test("a user token needs an existing user and session", async () => {
  const person = await shop.signUp("Kofi");
  const { iss = "" } = decodeJwt(person.accessToken);
  const tokens = await createTokens({ signingKey: shop.keys.signingKey });
  for (const [claims, code] of [
    [{ role: "authenticated" }, "bad_jwt"],
    [{ role: "authenticated", sub: "nobody" }, "bad_jwt"],
    [{ role: "authenticated", sub: crypto.randomUUID() }, "user_not_found"],
    [{ role: "authenticated", sub: person.id }, "session_not_found"],
    [{ role: "authenticated", sub: person.id, session_id: crypto.randomUUID() }, "session_not_found"],
  ] as const) {
    const headers = { authorization: `Bearer ${tokens.sign({ ...claims, iss })}` };
    const answer = await shop.dataService.request("/auth/v1/user", { headers });
    expect([answer.status, await answer.json()]).toMatchObject([403, { error_code: code }]);
  }
});

test("after a key rotation the new key signs, and tokens of the old key stay valid", async () => {
  const old = await createProjectKeys();
  const keys: ProjectKeys = { ...old, signingKey: await createSigningKey(), retiredKeys: [old.signingKey] };
  const renewed = await openShopForTest({ keys });
  const answer = await renewed.dataService.request("/auth/v1/.well-known/jwks.json");
  const published = (await answer.json()) as { keys: { kid: string; d?: string }[] };
  expect(published.keys.map(({ kid }) => kid)).toEqual([keys.signingKey.kid, old.signingKey.kid]);
  expect(published.keys.every((key) => !("d" in key))).toBe(true);
  // The project keys are still signed with the old key.
  const person = await renewed.signUp("Yaw");
  expect(decodeProtectedHeader(person.accessToken)["kid"]).toBe(keys.signingKey.kid);
  expect((await person.client.auth.getClaims(person.accessToken)).data?.claims.sub).toBe(person.id);
});
