import { requestInProcess } from "../http.ts";

/** Returns a `fetch` that stores and sends cookies by name, like a browser with a single site. */
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
