import { requestInProcess } from "../http.ts";

/** Asks as a browser does: keeps the cookies of one shop by name, and brings them along. */
export function withCookies(answer: (request: Request) => Response | Promise<Response>): typeof fetch {
  const cookies = new Map<string, string>();
  return async (input, init) => {
    const request = requestInProcess(input, init);
    if (cookies.size > 0) {
      request.headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    const answered = await answer(request);
    for (const cookie of answered.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return answered;
  };
}
