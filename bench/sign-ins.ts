import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { connect } from "@calabash/data-service/database";
import { hash, verify } from "@node-rs/argon2";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { compare, measureRequests, measureWork } from "./measure.ts";
import { PASSWORD, type Shopper, signUpShoppers } from "./shoppers.ts";

const CLIENTS = 20;
const agent = new Agent({ keepAlive: true });

/**
 * Compares logins by password with the bare hash, session refreshes with one bare statement, and the home page while
 * customers log in with the home page alone.
 */
export async function compareSignIns(shop: BenchShop): Promise<void> {
  const shoppers = await signUpShoppers(shop, CLIENTS);
  const signIn = (hand: number) =>
    requestSession(shop, "password", { email: shoppers[hand]?.email, password: PASSWORD });

  const hashed = await hash(PASSWORD);
  await compare(
    `Signing in with a password, ${CLIENTS} at once`,
    () => measureWork(signIn, CLIENTS),
    "bare argon2id, same parameters",
    () => measureWork(() => verify(hashed, PASSWORD), CLIENTS),
  );

  const sql = connect(shop.databaseUrl, { max: CLIENTS, applicationName: "bench" });
  await compare(
    `Refreshing a session, ${CLIENTS} at once`,
    () => measureWork((hand) => refresh(shop, shoppers[hand] as Shopper), CLIENTS),
    "bare driver, one insert and commit",
    () => measureWork(() => sql`insert into private.shop_facts values (gen_random_uuid()::text, 'bench')`, CLIENTS),
  );
  await sql`delete from private.shop_facts where value = 'bench'`;
  await sql.end();

  const home = () => measureRequests({ url: `${shop.origin}/home`, connections: 4 });
  await compare(
    `The home page while ${CLIENTS} people sign in`,
    async () => {
      let isDone = false;
      const signingIn = Array.from({ length: CLIENTS }, async (_, hand) => {
        while (!isDone) await signIn(hand);
      });
      const result = await home();
      isDone = true;
      await Promise.all(signingIn);
      return result;
    },
    "the home page alone",
    home,
  );
}

/** Refreshes the shopper's session. */
export async function refresh(shop: BenchShop, shopper: Shopper): Promise<void> {
  const session = await requestSession(shop, "refresh_token", { refresh_token: shopper.refreshToken });
  shopper.refreshToken = session.refresh_token;
}

/** Asks with Node's own client: fetch would use several times its CPU time, on the cores of the store. */
async function requestSession({ origin, keys }: BenchShop, grant: string, body: object) {
  const sent = request(`${origin}/auth/v1/token?grant_type=${grant}`, {
    agent,
    method: "POST",
    headers: { apikey: keys.anonKey, "content-type": "application/json" },
  });
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(`${grant}: ${response.statusCode} ${answer}`);
  return JSON.parse(answer) as { refresh_token: string };
}
