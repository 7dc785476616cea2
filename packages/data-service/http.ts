export { OWN_WORK, type RequestContext, requestInProcess } from "./caller.ts";
export { addressFrom, networkOf } from "./client-network.ts";
export { isKnownEtag } from "./known-etag.ts";
export { limitBody } from "./limit-body.ts";
