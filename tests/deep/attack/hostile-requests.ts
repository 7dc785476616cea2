import fc from "fast-check";
import type { RawRequest } from "./raw-http.ts";

/** Sender of a request. Its response must contain no data of the others. */
export type Identity = "guest" | "ama" | "kofi" | "forger";

export interface HostileRequest extends RawRequest {
  identity: Identity;
}

/** Facts about the store that let the generator aim at weak spots. */
export interface Targets {
  tokens: { anon: string; ama: string; kofi: string; forged: readonly string[] };
  orderIds: readonly string[];
  userIds: readonly string[];
  /** All database functions that requests may name, with the names of their arguments. */
  functions: readonly { name: string; argumentNames: readonly string[] }[];
}

/** Returns the words of a text. */
const wordsOf = (text: string): string[] => text.trim().split(/\s+/);

const TABLES = [
  ...wordsOf(`
  products condiments orders order_items order_status_changes profiles billing_details payments refunds shop_alerts
  outgoing_mails product_stock store_settings tax_classes tax_rates category_tax_classes tax_exceptions
  tax_exemptions blog_post payment_events delivery_fees fee_intents substitutions picked_lines acknowledged_orders
  staff staff_invitations audit_log discount_codes saved_addresses saved_billing saved_carts push_subscriptions
  import_rows content_version order_status_moves users auth.users private.limits pg_catalog.pg_user pg_stat_activity
  objects ../auth/v1/user *`),
  "products;drop table orders",
  "",
];
/** Function names that do not exist or are not granted; real ones come from the database. */
const NO_FUNCTIONS = wordsOf(`
  pg_sleep set_config pg_read_file version add_alert record_payment no_such`);
const COLUMNS = wordsOf(`
  id name user_id total status order_id role client_secret price payload encrypted_password created_at
  delivery_address id->>x payload->0->>'a' * ctid xmin`);
const OPERATORS = wordsOf(`
  eq neq gt gte lt lte like ilike match imatch in is isdistinct fts plfts phfts wfts cs cd ov sl sr nxr nxl adj
  not.eq not.in eq(any) like(all) or and no_such`);
const VALUES = [
  ...wordsOf(`
  1 null true () (1,2 {a,b} [1,2] {} %00 % %ff%fe 9999999999999999999999 -1 1e400 NaN Infinity '' $1 2026-13-45 0x41
  ((((((((((((( %F0%9F%8D%A0 .. unknown`),
  "'; drop table orders; --",
  "1) or (1=1",
  "\\",
  '"',
  "(select 1)",
  "a".repeat(3000),
];
/** Arguments of wrong types. */
const ARGUMENTS = [
  null,
  true,
  0,
  1,
  -1,
  1e15,
  1e300,
  0.005,
  "",
  "paid",
  "all",
  "owner",
  "2026-11-23",
  "2026-11-23T09:00:00Z",
  "infinity",
  "-infinity",
  "NaN",
  "\u0000",
  "'; drop table orders; --",
  "a".repeat(3000),
  [],
  [null],
  ["x"],
  [[1]],
  {},
  { items: [{}] },
  [{ product_id: 1, quantity: -5 }],
  [{ order_item_id: 1, quantity: 1e15 }],
] as const;
const AUTH_PATHS = wordsOf(`
  signup token?grant_type=password token?grant_type=refresh_token token?grant_type=pkce token?grant_type=id_token
  token otp magiclink verify verify?token=x&type=recovery resend recover reauthenticate logout logout?scope=others
  user user/identities/authorize?provider=google user/identities/1
  authorize?provider=google&redirect_to=https://evil.example authorize callback callback?code=1&state=2 factors
  factors/1/challenge factors/1/verify settings health admin/users admin/users/1 admin/generate_link sso
  sso/saml/acs sso/saml/metadata no/such`);
const STORAGE_PATHS = wordsOf(`
  bucket bucket/wears_styles object/wears_styles/a.png object/public/wears_styles/a.png
  object/wears_styles/..%2f..%2fkeys.json object/public/wears_styles/..%2f..%2f..%2fetc%2fpasswd
  object/public/wears_styles/%00 object/list/wears_styles object/sign/wears_styles/a.png object/move object/copy
  object/info/public/wears_styles/a.png object/authenticated/wears_styles/a.png
  render/image/public/wears_styles/a.png?width=99999999 render/image/public/wears_styles/..%2f..%2fkeys.json
  object/sign/wears_styles/a.png?token=x.y.z object/../../auth/v1/user object no/such`);
/** Without the local mailbox and the sandbox's payments, which anyone may read in the demo. */
const PAGE_PATHS = wordsOf(`
  / /home /condiments?page=-1 /condiments?page=1e9 /condiments?page=%00 /products/condiments/0
  /products/condiments/99999999999999999999 /products/__proto__/1 /blogs/constructor /blogs/%E0%A4%A /cart /orders/1
  /auth?next=//evil.example /home.data /condiments.data?_routes=root /%2e%2e/%2e%2e/etc/passwd
  /assets/../../server/main.ts /assets/%2e%2e%2fkeys.json //evil.example /sitemap.xml?x=<script> /no-such /.env
  /.data/keys.json /metrics /readyz /dev/mailbox/1 /sandbox/stripe/v1/payment_intents`);

const API_PATHS = wordsOf(`
  /api/orders?date=x&status=y /api/create-payment-intent /api/pay-delivery-fee /api/saved-cards
  /api/saved-cards/pm_card_visa /api/withdraw-order /api/pay-link /api/pay-link/payment /api/order-link
  /api/order-link/cancel /api/order-link/find /api/stop-messages /api/texts /api/texts/start /api/texts/stop
  /api/texts/answer /api/texts/inbound /api/counter/payment /api/counter/pay-link /api/desk/events /api/first-steps
  /api/webhook /api/no`);

const QUERIES = wordsOf(`
  select=* select=*,profiles(*) select=*,order_items(*,orders(*,payments(*))) select=id,x:name::text select=count()
  select=*,users(*) select=(((( order=id.desc.nullslast order=x.y.z limit=1e9 limit=-1 offset=999999999999
  on_conflict=id columns=id,role or=(id.eq.1,or(and( and=() select=*,orders!inner(*)&orders.user_id=eq.x
  select=...orders(*) select=id::regclass`);

const HEADERS = `
  prefer: return=representation,count=exact
  prefer: resolution=merge-duplicates
  prefer: tx=rollback,handling=strict,max-affected=x
  prefer: count=planned
  range: 0-999999999
  range: bytes=5-1
  accept: application/vnd.pgrst.object+json
  accept: text/csv
  accept: application/vnd.pgrst.plan
  accept-profile: auth
  content-profile: private
  x-forwarded-for: 127.0.0.1
  x-forwarded-host: evil.example
  origin: https://evil.example
  cookie: a=b
  accept-encoding: br;q=x, gzip
  if-none-match: *
  stripe-signature: t=1,v1=00
  x-supabase-api-version: 2024-01-01
  x-upsert: true`
  .trim()
  .split(/\n */);

/** Encodes characters that a URL cannot contain: one of them would end the connection and all requests after it. */
function sendable(target: string): string {
  return target.replace(/[^!-~]/gu, (sign) => encodeURIComponent(sign.toWellFormed()));
}

const word = fc.oneof(
  fc.constantFrom(...VALUES),
  fc.string({ unit: "binary", maxLength: 30 }).map(encodeURIComponentSafe),
);

/** Replaces lone surrogates, which cannot be encoded. */
function encodeURIComponentSafe(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

const json = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.constantFrom(
    "",
    "{",
    "null",
    "[]",
    "[[[[[[",
    '{"a":',
    "[1,2,3]",
    '"text"',
    '{"__proto__":{"role":"admin"}}',
    '{"id":"\\u0000"}',
    '{"name":"\\ud800"}',
    '{"total":1e400}',
    `${"[".repeat(5000)}${"]".repeat(5000)}`,
    '{"role":"admin","status":"paid","total":0,"user_id":null,"price":-1}',
    `{"email":"${"a".repeat(5000)}"}`,
  ),
  fc
    .record({
      email: fc.constantFrom("nobody@test.example", "not an address", "", null, 7),
      password: fc.constantFrom("wrong", "", null, "x".repeat(200)),
      token: fc.string(),
      type: fc.constantFrom("signup", "recovery", "email", "sms", "no_such", 5),
      phone: fc.constantFrom("+12815550100", "letters", null),
      refresh_token: fc.string(),
      items: fc.constantFrom([], [{ product_id: 1, quantity: -5 }], [{ product_id: "x" }], "x", null),
      orderId: fc.string(),
      order_id: fc.uuid(),
      amount_cents: fc.constantFrom(-1, 0, 1e15, "1", null),
    })
    .map((value) => JSON.stringify(value)),
);

/** Generates hostile requests of every kind for these targets. */
export function hostileRequest(targets: Targets): fc.Arbitrary<HostileRequest> {
  const anyId = fc.constantFrom(...targets.orderIds, ...targets.userIds, "1", "00000000-0000-0000-0000-000000000000");
  const filter = fc
    .tuple(fc.oneof(fc.constantFrom(...COLUMNS), word), fc.constantFrom(...OPERATORS), fc.oneof(word, anyId))
    .map(([column, operator, value]) => `${encodeURI(column)}=${operator}.${value}`);
  const shape = fc.oneof(fc.constantFrom(...QUERIES), filter);
  const rest = fc
    .tuple(fc.constantFrom(...TABLES), fc.array(shape, { maxLength: 4 }))
    .map(([table, query]) => `/rest/v1/${encodeURI(table)}?${query.join("&")}`);
  const names = [...targets.functions.map(({ name }) => name), ...NO_FUNCTIONS];
  const call = fc
    .tuple(fc.constantFrom(...names), fc.array(filter, { maxLength: 2 }))
    .map(([name, query]) => `/rest/v1/rpc/${name}?${query.join("&")}`);
  const argument = fc.oneof(
    anyId,
    fc.constantFrom(...ARGUMENTS),
    word,
    fc.jsonValue({ maxDepth: 2 }),
    fc.record({ order_id: anyId, to_status: fc.constantFrom("paid", "completed", "", null) }).map((one) => [one]),
  );
  /** Calls a function with some of its real arguments, so that the call reaches its body. */
  const entered = fc
    .constantFrom(...targets.functions)
    .chain(({ name, argumentNames }) =>
      fc
        .record(Object.fromEntries(argumentNames.map((each) => [each, argument])), {
          requiredKeys: argumentNames.slice(0, 2),
        })
        .map((given) => ({ target: `/rest/v1/rpc/${name}`, body: JSON.stringify(given) })),
    );
  const target = fc.oneof(
    { weight: 6, arbitrary: rest },
    { weight: 3, arbitrary: call },
    { weight: 4, arbitrary: fc.constantFrom(...AUTH_PATHS).map((path) => `/auth/v1/${path}`) },
    { weight: 3, arbitrary: fc.constantFrom(...STORAGE_PATHS).map((path) => `/storage/v1/${path}`) },
    { weight: 2, arbitrary: fc.constantFrom(...PAGE_PATHS) },
    { weight: 1, arbitrary: anyId.map((id) => `/api/order/${id}`) },
    { weight: 1, arbitrary: fc.constantFrom(...API_PATHS) },
    { weight: 1, arbitrary: word.map((text) => `/${text}`) },
  );
  const identity = fc.oneof(
    fc.record({ identity: fc.constant("guest" as const), token: fc.constantFrom("", targets.tokens.anon) }),
    fc.record({ identity: fc.constant("ama" as const), token: fc.constant(targets.tokens.ama) }),
    fc.record({ identity: fc.constant("kofi" as const), token: fc.constant(targets.tokens.kofi) }),
    fc.record({ identity: fc.constant("forger" as const), token: fc.constantFrom(...targets.tokens.forged) }),
  );
  const header = fc.oneof(
    fc.constantFrom(...HEADERS).map((line) => line.split(": ", 2) as [string, string]),
    fc.constantFrom<[string, string]>(["x-long", "y".repeat(1000)], ["referer", "\u00e9"]),
  );
  const validTarget = fc.oneof(
    { weight: 5, arbitrary: fc.record({ target, body: json }) },
    { weight: 2, arbitrary: entered },
  );
  return fc
    .record({
      method: fc.constantFrom("GET", "GET", "POST", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS"),
      validTarget,
      who: identity,
      extra: fc.array(header, { maxLength: 3 }),
      type: fc.constantFrom(
        "application/json",
        "application/json",
        "text/plain",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
        "image/png",
        "x",
      ),
    })
    .map(({ method: any, validTarget: { target: to, body }, who, extra, type: anyType }) => {
      // Named arguments are posted, as the store's pages do.
      const isEntered = to.startsWith("/rest/v1/rpc/") && !to.includes("?");
      const method = isEntered ? "POST" : any;
      const type = isEntered ? "application/json" : anyType;
      const hasBody = ["POST", "PATCH", "PUT", "DELETE"].includes(method);
      return {
        method,
        target: sendable(to),
        identity: who.identity,
        headers: [
          ["apikey", who.token || targets.tokens.anon],
          ...(who.token ? [["authorization", `Bearer ${who.token}`] as [string, string]] : []),
          ...(hasBody ? [["content-type", type] as [string, string]] : []),
          ...extra,
        ],
        body: hasBody ? body.toWellFormed() : null,
      };
    });
}

/** Malformed HTTP. */
export const BROKEN_BYTES: readonly string[] = [
  "GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello",
  "POST /rest/v1/products HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 4\r\n\r\nzz\r\n",
  "POST /rest/v1/products HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
  "GET /home HTTP/9.9\r\n\r\n",
  "GET  /home  HTTP/1.1\r\n\r\n",
  "\u0000\u0001\u0002\u0003\r\n\r\n",
  "GET /home HTTP/1.1\r\nhost: x\r\nx: a\u0000b\r\n\r\n",
  `GET /home HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(100_000)}\r\n\r\n`,
  `GET /${"z".repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  "GET http://[::1 HTTP/1.1\r\nhost: x\r\n\r\n",
  "GET /home HTTP/1.1\r\nhost: [\r\nconnection: close\r\n\r\n",
  "GET /home HTTP/1.1\r\nhost: a b/c@d\r\nconnection: close\r\n\r\n",
  "CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\n",
  "GET /rest/v1/ HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
  "GET /home HTTP/1.1\r\nhost: x\r\nexpect: nothing\r\nconnection: close\r\n\r\n",
  "GET /ho me HTTP/1.1\r\nhost: x\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
];
