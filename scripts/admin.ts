import { openShopForTools } from "./open-shop-for-tools.ts";

/** `npm run admin -- grant EMAIL` and `npm run admin -- revoke EMAIL`: who may run the shop. */
const [action, email] = process.argv.slice(2);
const role = { grant: "admin", revoke: "customer" }[action ?? ""];
if (!role || !email) {
  console.error("Use: npm run admin -- grant you@example.com   (or: revoke)");
  process.exit(1);
}

const shop = await openShopForTools();
try {
  const changed = await shop.sql`
    update public.profiles set role = ${role}
    from auth.users where users.id = profiles.id and users.email = ${email.toLowerCase()}
    returning profiles.id`;
  if (changed.length === 0) {
    console.error(`There is no account with the address ${email}. Sign up in the shop first.`);
    process.exitCode = 1;
  } else console.log(`${email} is now ${role === "admin" ? "an admin" : "a customer"}.`);
} finally {
  await shop.close();
}
