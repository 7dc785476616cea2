/**
 * What the address says of a link or a provider that the visitor comes from; null when it says nothing.
 * The auth client has already tried what the address carries.
 * @param address of the browser now, whole
 * @param isSignedIn then a code that still stands there did its work before
 */
export function readArrival(address: string, isSignedIn: boolean): { isError: boolean; text: string } | null {
  const { searchParams, hash } = new URL(address);
  const inHash = new URLSearchParams(hash.slice(1));
  const read = (name: string) => searchParams.get(name) ?? inHash.get(name);
  const code = read("error_code");
  if (code === "otp_expired") {
    return { isError: true, text: "This link has been used or has expired. Ask for a new one." };
  }
  if (code === "access_denied") {
    return { isError: true, text: "You were not logged in: the sign-in was cancelled." };
  }
  const description = read("error_description");
  if (code !== null || description !== null) {
    return { isError: true, text: description ?? "You could not be logged in." };
  }
  const message = read("message");
  if (message !== null) return { isError: false, text: message };
  if (searchParams.has("code") && !isSignedIn) {
    return {
      isError: true,
      text: "This link works only in the browser that asked for it. Ask for a new one here, or type the code of the e-mail where you asked.",
    };
  }
  return null;
}
