export { lostForms, readCode, splitStatements } from "./code-objects.ts";
export { connect, type Queries, type Sql, type TransactionSql } from "./connect.ts";
export {
  APPLIED_SCHEMA_FILE,
  type CopiedDatabase,
  type CopiedTable,
  checkForeignKeys,
  copyIn,
  copyOut,
  fillFromCsv,
} from "./copy-tables.ts";
export { DatabaseUnavailable } from "./database-error.ts";
export {
  findDatabaseFiles,
  hasDatabaseFiles,
  setEmbeddedPassword,
  startEmbeddedPostgres,
} from "./embedded-postgres.ts";
export { findFolderOwner, leaveFolder, ownFolder } from "./folder-owner.ts";
export { findFreePort } from "./free-port.ts";
export { applyMigrations, listMigrations } from "./migrations.ts";
export { type Database, OWN_MIGRATIONS, openDatabase, openPools } from "./open-database.ts";
export { DEFAULT_CONNECTIONS, MIN_CONNECTIONS } from "./pool-sizes.ts";
export {
  hashVersions,
  listVersions,
  planUpgrade,
  type SchemaSource,
  sha256,
  type UpgradePlan,
  upgradeSchema,
} from "./schema-upgrade.ts";
export { startingAlone } from "./start-lock.ts";
export { requireFreeFolder } from "./supervisor.ts";
export { findWriteHost, hostUrlsOf, placeOf } from "./write-host.ts";
