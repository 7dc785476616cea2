import project from "#package.json" with { type: "json" };

/** Version of the store. */
export const VERSION = project.version;
