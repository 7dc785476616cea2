/** A look of its own without test files, which may ask for anything: folders that need each other are one. */
const { options } = require("./.dependency-cruiser.cjs");

const GUARDED = "^(server|packages|app/features|scripts)(/|$)";

module.exports = {
  forbidden: [
    {
      name: "no-folder-cycles",
      comment: "Move what both need to a room below the two.",
      severity: "error",
      scope: "folder",
      from: { path: GUARDED },
      to: { path: GUARDED, circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: "^(build|\\.react-router|tests|e2e|bench)/|\\.(test|spec)\\.tsx?$" },
  },
};
