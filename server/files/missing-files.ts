/** Returns a sentence about missing stored files, for alerts, the doctor, and backups. */
export function describeMissingFiles({ missing, named }: { missing: number; named: number }): string {
  const verb = missing === 1 ? "is" : "are";
  return `${missing} of ${named} stored files (images) ${verb} missing from the storage folder. Restore them from a backup, or set the image bucket if other processes use one.`;
}
