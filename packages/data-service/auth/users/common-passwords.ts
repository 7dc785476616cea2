let known: Promise<ReadonlySet<string>> | undefined;

/** Returns whether a password is among the most common ones, which attackers try first. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded when the first password is checked, to keep startup fast.
  known ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]));
  return (await known).has(password.toLowerCase());
}
