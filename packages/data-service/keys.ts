export { createProjectKeys, type ProjectKeys } from "./project-keys.ts";
export { createTokens } from "./tokens.ts";
