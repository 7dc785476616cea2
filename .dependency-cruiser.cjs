/** The walls of docs/architecture.md: imports point only down, and each supplier has one door. */
const FEATURE_IMPORTS = Object.assign({}, ...require("./scripts/feature-imports.json"));

const TESTS = "\\.(test|spec)\\.tsx?$|^(tests|e2e)/|^packages/[^/]+/(testing|rest/library-tables)\\.ts$";

/** The folders of server/, from the top down: each may import those below it. */
const SERVER_FOLDERS = [
  "endpoints",
  "backups",
  "worker",
  "dev",
  "http",
  "pages",
  "messages",
  "payments",
  "settings",
];

const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

module.exports = {
  forbidden: [
    rule("no-cycles", "Two files that need each other are one.", {}, { circular: true }),
    rule(
      "server-folders-below-the-root",
      "The root composes the folders, so no folder imports a root file.",
      { path: "^server/[^/]+/", pathNot: TESTS },
      { path: "^server/[^/]+\\.ts$" },
    ),
    ...SERVER_FOLDERS.map((folder, position) =>
      rule(
        `server-${folder}-imports-down`,
        "A folder of server/ imports only those below it, as SERVER_FOLDERS lists them.",
        { path: `^server/${folder}/`, pathNot: TESTS },
        { path: "^server/[^/]+/", pathNot: `^server/(${SERVER_FOLDERS.slice(position).join("|")})/` },
      ),
    ),
    rule(
      "server-folders-are-listed",
      "A new folder of server/ gets its place in SERVER_FOLDERS.",
      { path: "^server/[^/]+\\.ts$" },
      { path: "^server/[^/]+/", pathNot: `^server/(${SERVER_FOLDERS.join("|")})/` },
    ),
    rule(
      "auth-rooms-do-not-know-the-table",
      "The table of calls stands above what answers them.",
      { path: "^packages/data-service/auth/[^/]+/", pathNot: TESTS },
      { path: "^packages/data-service/auth/[^/]+\\.ts$" },
    ),
    rule(
      "routes-are-leaves",
      "Nothing imports a route; a route may import its own style sheet.",
      { pathNot: TESTS },
      { path: "^app/routes/.*\\.tsx?$" },
    ),
    rule(
      "app-is-no-server",
      "What people see does not reach into the server.",
      { path: "^app/", pathNot: TESTS },
      { path: "^(server|packages/data-service)/|^packages/stripe-sandbox/server/" },
    ),
    rule(
      "packages-stand-alone",
      "A package works without this store, which hands it what it needs.",
      { path: "^packages/", pathNot: TESTS },
      { path: "^(app|server|supabase|scripts|bench)/" },
    ),
    rule(
      "values-know-nobody",
      "What the shop's words mean needs no page, no supplier and no other room.",
      { path: "^app/values/", pathNot: TESTS },
      { pathNot: "^app/values/" },
    ),
    rule(
      "data-services-are-neighbours",
      "What two of them need stands in database/, or beside the three.",
      { path: "^packages/data-service/(rest|auth|storage)/", pathNot: TESTS },
      { path: "^packages/data-service/(rest|auth|storage)/", pathNot: "^packages/data-service/$1/" },
    ),
    rule(
      "ui-knows-no-business",
      "A button that knows products is not a button.",
      { path: "^app/ui/" },
      { path: "^app/(features|routes|platform)/" },
    ),
    rule(
      "platform-is-the-ground",
      "The outside world knows nothing of the shop.",
      { path: "^app/platform/" },
      { path: "^app/(features|routes|ui)/" },
    ),
    rule(
      "features-do-not-know-routes",
      "Features stand below routes.",
      { path: "^app/features/" },
      { path: "^app/routes/" },
    ),
    ...Object.entries(FEATURE_IMPORTS).map(([feature, allowed]) =>
      rule(
        `imports-of-${feature}`,
        "The features that each feature may import stand in scripts/feature-imports.json.",
        { path: `^app/features/${feature}/` },
        { path: "^app/features/", pathNot: `^app/features/(${[feature, ...allowed].join("|")})/` },
      ),
    ),
    rule(
      "server-uses-pure-rules",
      "The server cannot run components.",
      { path: "^server/", pathNot: TESTS },
      { path: "^app/.*\\.tsx$" },
    ),
    rule(
      "one-door-to-supabase",
      "Clients are made in one place.",
      {
        path: "^(app|server|supabase)/",
        pathNot: `^app/platform/|^server/settings/shop-data\\.ts$|${TESTS}`,
      },
      { path: "node_modules/@supabase/" },
    ),
    rule(
      "one-door-to-stripe",
      "Only payments know the provider.",
      { path: "^(app|server)/", pathNot: `/payments/|${TESTS}` },
      { path: "node_modules/(stripe|@stripe)/" },
    ),
    rule(
      "one-door-to-mail",
      "Only the mail folder knows the mailer; the data service is handed a function.",
      { path: "^(app|server|packages|supabase)/", pathNot: `^server/messages/|${TESTS}` },
      { path: "node_modules/(nodemailer|@types/nodemailer)/" },
    ),
    rule(
      "one-door-to-the-bucket",
      "Only backups know the store that they are sent to.",
      { path: "^(app|server|packages|supabase)/", pathNot: `^server/backups/bucket\\.ts$|${TESTS}` },
      { path: "node_modules/(@aws-sdk|@smithy)/" },
    ),
    rule(
      "one-door-to-sql",
      "Only the database folder knows the driver.",
      { path: "^(app|server|packages|supabase)/", pathNot: `^packages/data-service/database/|${TESTS}` },
      { path: "node_modules/(pg|pg-pool|@types/pg)/" },
    ),
    rule(
      "no-tests-in-production",
      "Fixtures stay out of the bundle; programs and benchmarks share scripts/test-environment with the tests.",
      { pathNot: TESTS },
      { path: TESTS },
    ),
    rule(
      "bench-is-a-leaf",
      "What people use does not need what measures it.",
      { path: "^(app|server|packages|supabase|scripts)/", pathNot: TESTS },
      { path: "^bench/" },
    ),
    rule(
      "scripts-start-the-shop",
      "The shop does not know the programs that start, fill and measure it.",
      { path: "^(app|server|packages|supabase)/", pathNot: TESTS },
      { path: "^scripts/" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
    exclude: { path: "^(build|\\.react-router)/" },
  },
};
