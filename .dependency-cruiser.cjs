/** The import rules of docs/architecture.md: a layer imports only lower ones, and each vendor has one adapter. */
const FEATURE_IMPORTS = Object.assign({}, ...require("./scripts/feature-imports.json"));

const TESTS = "\\.(test|spec)\\.tsx?$|^(tests|e2e)/|^packages/[^/]+/(testing|rest/library-tables)[./]";

/** Folders of server/, from the top layer down: each may import only those after it. */
const SERVER_FOLDERS = [
  "endpoints",
  "backups",
  "worker",
  "dev",
  "http",
  "pages",
  "messages",
  "payments",
  "database",
  "files",
  "observe",
  "base",
];

const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

module.exports = {
  forbidden: [
    rule("no-cycles", "Move the shared code of the files to a third one.", {}, { circular: true }),
    rule(
      "server-folders-below-the-root",
      "The root composes the folders, so no folder imports a root file.",
      { path: "^server/[^/]+/", pathNot: TESTS },
      { path: "^server/[^/]+\\.ts$" },
    ),
    ...SERVER_FOLDERS.map((folder, position) =>
      rule(
        `server-${folder}-imports-down`,
        "A folder of server/ imports only those after it in SERVER_FOLDERS.",
        { path: `^server/${folder}/`, pathNot: TESTS },
        { path: "^server/[^/]+/", pathNot: `^server/(${SERVER_FOLDERS.slice(position).join("|")})/` },
      ),
    ),
    rule(
      "server-folders-are-listed",
      "Add new folders of server/ to SERVER_FOLDERS.",
      { path: "^server/[^/]+\\.ts$" },
      { path: "^server/[^/]+/", pathNot: `^server/(${SERVER_FOLDERS.join("|")})/` },
    ),
    rule(
      "auth-folders-below-the-routes",
      "The route list imports the folders that implement the routes, not the reverse.",
      { path: "^packages/data-service/auth/[^/]+/", pathNot: TESTS },
      { path: "^packages/data-service/auth/[^/]+\\.ts$" },
    ),
    rule(
      "routes-are-leaves",
      "Move code that others need out of the route file.",
      { pathNot: TESTS },
      { path: "^app/routes/.*\\.tsx?$" },
    ),
    rule(
      "app-is-no-server",
      "The user interface does not import the server.",
      { path: "^app/", pathNot: TESTS },
      { path: "^(server|packages/data-service)/|^packages/stripe-sandbox/server/" },
    ),
    rule(
      "packages-stand-alone",
      "A package must work without this store, which passes in what the package needs.",
      { path: "^packages/", pathNot: TESTS },
      { path: "^(app|server|supabase|scripts|bench)/" },
    ),
    rule(
      "values-import-nothing",
      "Domain primitives import no vendor, and no folder except messages/.",
      { path: "^app/values/", pathNot: TESTS },
      { pathNot: "^app/(values|messages)/" },
    ),
    rule(
      "messages-are-the-base",
      "All other folders import messages/.",
      { path: "^app/messages/" },
      { path: "^app/(features|routes|ui|platform|values)/" },
    ),
    rule(
      "data-services-are-siblings",
      "Shared code is in database/, or beside the three folders.",
      { path: "^packages/data-service/(rest|auth|storage)/", pathNot: TESTS },
      { path: "^packages/data-service/(rest|auth|storage)/", pathNot: "^packages/data-service/$1/" },
    ),
    rule(
      "ui-knows-no-business",
      "UI components are independent of the business.",
      { path: "^app/ui/" },
      { path: "^app/(features|routes|platform)/" },
    ),
    rule(
      "platform-is-the-base",
      "Platform code is independent of the business.",
      { path: "^app/platform/" },
      { path: "^app/(features|routes|ui)/" },
    ),
    rule(
      "features-do-not-know-routes",
      "Routes import features, not the reverse.",
      { path: "^app/features/" },
      { path: "^app/routes/" },
    ),
    ...Object.entries(FEATURE_IMPORTS).map(([feature, allowed]) =>
      rule(
        `imports-of-${feature}`,
        "scripts/feature-imports.json lists the features that each feature may import.",
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
      "one-adapter-for-supabase",
      "Clients are created in one place.",
      { path: "^(app|server|supabase)/", pathNot: `^app/platform/|^server/database/shop-data\\.ts$|${TESTS}` },
      { path: "node_modules/@supabase/" },
    ),
    rule(
      "one-adapter-for-stripe",
      "Only payments/ uses the provider.",
      { path: "^(app|server)/", pathNot: `/payments/|${TESTS}` },
      { path: "node_modules/(stripe|@stripe)/" },
    ),
    rule(
      "one-adapter-for-email",
      "Only messages/ uses the mailer; the data service receives a function.",
      { path: "^(app|server|packages|supabase)/", pathNot: `^server/messages/|${TESTS}` },
      { path: "node_modules/(nodemailer|@types/nodemailer)/" },
    ),
    rule(
      "one-adapter-for-the-bucket",
      "Only s3-connection.ts uses the S3 library.",
      { path: "^(app|server|packages|supabase)/", pathNot: `^server/files/s3-connection\\.ts$|${TESTS}` },
      { path: "node_modules/(@aws-sdk|@smithy)/" },
    ),
    rule(
      "one-adapter-for-traces",
      "OpenTelemetry is loaded only if a collector is configured.",
      { path: "^(app|server|packages|supabase)/", pathNot: `^server/observe/traces\\.ts$|${TESTS}` },
      { path: "node_modules/@opentelemetry/" },
    ),
    rule(
      "one-adapter-for-sql",
      "Only database/ uses the driver.",
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
      "Nothing imports benchmarks.",
      { path: "^(app|server|packages|supabase|scripts)/", pathNot: TESTS },
      { path: "^bench/" },
    ),
    rule(
      "scripts-start-the-shop",
      "The store does not import the programs that start, seed and measure it.",
      { path: "^(app|server|packages|supabase)/", pathNot: TESTS },
      { path: "^scripts/" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
    exclude: { path: "^(build|\\.react-router)/" },
  },
};
