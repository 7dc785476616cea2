/** Time for which a file can be read; browsers do not report when they have read it. */
const READABLE_MS = 60_000;

/** Downloads a file under this name; a string is saved as CSV. */
export function saveFile(name: string, content: string | Blob): void {
  const link = document.createElement("a");
  const file = typeof content === "string" ? new Blob([content], { type: "text/csv;charset=utf-8" }) : content;
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Safari reads the file only after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), READABLE_MS);
}
