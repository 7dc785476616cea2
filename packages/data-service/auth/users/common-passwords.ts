let known: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is among those that people choose most: the first ones that a guesser tries. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Read when the first password is chosen: a start needs no list.
  known ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return (await known).has(password.toLowerCase());
}
