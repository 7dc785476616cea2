let known: Promise<ReadonlySet<string>> | undefined;

/** Returns whether a password is among the most common ones, which attackers try first. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Read when the first password is chosen: a start needs no list.
  known ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]));
  return (await known).has(password.toLowerCase());
}
