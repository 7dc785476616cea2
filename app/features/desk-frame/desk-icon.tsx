import styles from "#app/ui/icon.module.css";

// Like the icons of the store's Icon, but in a separate file, so that public pages do not load them.
const LINES = {
  today: "M4 5.5h16v15H4zM4 10h16M8.5 3v4M15.5 3v4M8.5 15l2.5 2.5 4.5-4.5",
  orders: "M5 3.5h14v17l-2.3-1.6-2.4 1.6-2.3-1.6-2.3 1.6-2.4-1.6L5 20.5ZM8.5 8h7M8.5 12h7",
  counter: "M3.5 10.5h17v9.5h-17zM6.5 10.5v-6h11v6M9.5 7.5h5M12 14v2.5",
  customers:
    "M9 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6ZM2.5 20v-1a5 5 0 0 1 5-5h3a5 5 0 0 1 5 5v1M15.5 4.2a3.8 3.8 0 0 1 0 7M18 14.3a5 5 0 0 1 3.5 4.7v1",
  products: "M4 7.5L12 3.5l8 4v9l-8 4-8-4ZM4 7.5l8 4 8-4M12 11.5v9",
  content: "M5 3.5h9.5L19 8v12.5H5zM14 3.5V8.5h5M8.5 12.5h7M8.5 16h7",
  marketing: "M4 12.5V4.5h8l8.5 8.5-8 8ZM8.5 8.5v.4",
  reports: "M4 20h16.5M6.5 20v-6M11 20V9M15.5 20v-8M19.5 20V5",
  settings:
    "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.6 5.6l1.8 1.8M16.6 16.6l1.8 1.8M5.6 18.4l1.8-1.8M16.6 7.4l1.8-1.8",
  more: "M5.5 12v.1M12 12v.1M18.5 12v.1",
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15ZM10 21h4",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.2 9.5a2.8 2.8 0 1 1 4.2 2.4c-.9.5-1.4 1-1.4 2.1M12 17v.1",
  store: "M4 9.5L5.5 4h13L20 9.5M4 9.5a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M5.5 12v8.5h13V12",
} as const;

export type DeskIconName = keyof typeof LINES;

/** Icon of the back office; always beside a text or inside a labeled control. */
export function DeskIcon({ name }: { name: DeskIconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path d={LINES[name]} />
    </svg>
  );
}
