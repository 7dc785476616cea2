import { withShop } from "./with-shop.ts";

/** `npm run admin -- grant EMAIL` makes an account an admin; `npm run admin -- revoke EMAIL` makes it a customer. */
const [action, email] = process.argv.slice(2);
const role = { grant: "admin", revoke: "customer" }[action ?? ""];
if (!role || !email) {
  console.error("Usage: npm run admin -- grant you@example.com   (or: revoke)");
  process.exit(1);
}

await withShop(async ({ sql }) => {
  const [account] = await sql<{ id: string; is_proven: boolean }[]>`
    select id, private.verified_email(id) is not null as is_proven
    from auth.users where email = ${email.toLowerCase()}`;
  if (!account) {
    console.error(`There is no account with the email address ${email}. Sign up in the store first.`);
    process.exitCode = 1;
  } else if (role === "admin" && !account.is_proven) {
    // Somebody else may have signed up with the owner's address.
    console.error(`${email} is not verified, so it was not made an admin.`);
    console.error(
      'Choose "Forgot password?" on the login page, open the link in the mail, choose a password, and try again.',
    );
    process.exitCode = 1;
  } else {
    await sql`update public.profiles set role = ${role} where id = ${account.id}`;
    console.log(`${email} is now ${role === "admin" ? "an admin" : "a customer"}.`);
  }
});
