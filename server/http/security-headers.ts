import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

/** Creates the security headers of every response. Pages add a content security policy and may allow the camera. */
export function createSecurityHeaders({ isHttps }: { isHttps: boolean }): MiddlewareHandler {
  const add = secureHeaders({
    // `no-referrer` would make browsers send `Origin: null` with form posts.
    referrerPolicy: "strict-origin-when-cross-origin",
    // A store on another origin may use this data service and show its images.
    crossOriginResourcePolicy: false,
    xFrameOptions: "DENY",
    strictTransportSecurity: isHttps ? "max-age=31536000" : false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], usb: [] },
  });
  return async (c, next) => {
    let own: string | null = null;
    await add(c, async () => {
      await next();
      own = c.res.headers.get("permissions-policy");
    });
    if (own !== null) c.res.headers.set("permissions-policy", own);
  };
}

/** Returns the headers that a middleware adds to a response. */
export async function listHeaders(middleware: MiddlewareHandler): Promise<[string, string][]> {
  const response = await new Hono()
    .use(middleware)
    .get("/", (c) => c.body(null))
    .request("/");
  return [...response.headers];
}
