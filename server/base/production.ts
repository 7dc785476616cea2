// React chooses its production or development build when it is first loaded, so this module must be imported first.
if (!process.argv.includes("--development")) process.env["NODE_ENV"] = "production";
