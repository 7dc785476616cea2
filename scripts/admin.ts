import { StartError } from "@calabash/data-service/start-error";
import { runTool } from "./run-tool.ts";
import { withShop } from "./with-shop.ts";

/** `npm run admin -- grant EMAIL` makes an account an admin; `npm run admin -- revoke EMAIL` makes it a customer. */
await runTool(async () => {
  const [action, email] = process.argv.slice(2);
  const role = { grant: "admin", revoke: "customer" }[action ?? ""];
  if (!role || !email) {
    throw new StartError("Name an action and an account.", "npm run admin -- grant you@example.com   (or: revoke)");
  }
  await withShop(async ({ sql }) => {
    const [account] = await sql<{ id: string; is_verified: boolean }[]>`
      select id, private.verified_email(id) is not null as is_verified
      from auth.users where email = ${email.toLowerCase()}`;
    if (!account) {
      throw new StartError(`There is no account with the email address ${email}.`, "Sign up in the store first.");
    }
    // Somebody else may have signed up with the owner's address.
    if (role === "admin" && !account.is_verified) {
      throw new StartError(
        `${email} is not verified, so it was not made an admin.`,
        'Choose "Forgot password?" on the login page, open the link in the email, choose a password, and try again.',
      );
    }
    await sql`update public.profiles set role = ${role} where id = ${account.id}`;
    console.log(`${email} is now ${role === "admin" ? "an admin" : "a customer"}.`);
  });
});
