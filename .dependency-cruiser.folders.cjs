/**
 * Looks for cycles between folders. Separate from the other config because it excludes test files, which may import
 * anything.
 */
const { options } = require("./.dependency-cruiser.cjs");

const GUARDED = "^(server|packages|app/features|scripts)(/|$)";

module.exports = {
  forbidden: [
    {
      name: "no-folder-cycles",
      comment: "Move shared code to a folder below the two.",
      severity: "error",
      scope: "folder",
      from: { path: GUARDED },
      to: { path: GUARDED, circular: true },
    },
  ],
  options: { ...options, exclude: { path: "^(build|\\.react-router|tests|e2e|bench)/|\\.(test|spec)\\.tsx?$" } },
};
