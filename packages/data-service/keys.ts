export {
  createProjectKeys,
  firstKeyOf,
  forgetRetiredKeys,
  type ProjectKeys,
  prepareNextKey,
  signWithNextKey,
} from "./project-keys.ts";
export { createTokens } from "./tokens.ts";
