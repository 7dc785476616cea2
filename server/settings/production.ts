// React decides when it is first loaded which of its builds runs, so this module is the first of all.
if (!process.argv.includes("--development")) process.env["NODE_ENV"] = "production";
