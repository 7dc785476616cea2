export { readRelations, readResultTypes } from "./read-relations.ts";
export { writeTypes } from "./write-types.ts";
