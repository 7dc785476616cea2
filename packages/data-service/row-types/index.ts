export { readRelations, readReturnTypes } from "./read-relations.ts";
export { writeTypes } from "./write-types.ts";
