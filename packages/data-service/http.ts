export { OWN_WORK, requestInProcess } from "./caller.ts";
export { limitBody } from "./limit-body.ts";
export { addressFrom, networkOf } from "./visitor-network.ts";
