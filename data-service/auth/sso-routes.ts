import type { Hono } from "hono";
import { AuthError, validationFailed } from "./auth-error.ts";
import { readCodeChallenge } from "./pkce.ts";
import { withError } from "./redirects.ts";
import { isUuid, optionalText } from "./request-body.ts";
import { describeService } from "./saml.ts";
import type { ServiceContext } from "./service-context.ts";
import { acceptAssertion, startSingleSignOn } from "./single-sign-on.ts";

/** `/sso`: people of a company sign in with their company's account (SAML 2.0). */
export function addSsoRoutes(app: Hono, context: ServiceContext): void {
  const { serviceUrl, siteUrl, redirectTarget, readAsked, visitorOf } = context;

  app.post("/sso", async (c) => {
    const { body, visitor } = await readAsked(c);
    const [providerId, domain] = [optionalText(body, "provider_id"), optionalText(body, "domain")];
    if (providerId !== "" && domain !== "") {
      throw validationFailed("Only one of provider_id or domain supported");
    }
    if (providerId === "" && domain === "") {
      throw validationFailed("A provider_id or domain needs to be provided");
    }
    if (providerId !== "" && !isUuid(providerId)) throw validationFailed("provider_id must be an UUID");
    const url = await startSingleSignOn(context, {
      providerId,
      domain,
      challenge: readCodeChallenge(body),
      address: visitor.address,
      redirectTo: redirectTarget(c, optionalText(body, "redirect_to")),
    });
    return body["skip_http_redirect"] === true ? c.json({ url }) : c.redirect(url, 303);
  });

  app.get("/sso/saml/metadata", (c) =>
    c.body(describeService(serviceUrl), 200, { "content-type": "application/xml" }),
  );

  app.post("/sso/saml/acs", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const posted = {
      samlResponse: form.get("SAMLResponse") ?? "",
      relayState: form.get("RelayState") ?? "",
    };
    try {
      return c.redirect(await acceptAssertion(context, posted, visitorOf(c)));
    } catch (error) {
      if (error instanceof AuthError) return c.redirect(withError(siteUrl, error, true), 303);
      throw error;
    }
  });
}
