import styles from "./icon.module.css";

// Line drawings on a 24 by 24 grid, in the color of the surrounding text.
const LINES = {
  arrowLeft: "M19 12H5M11 6l-6 6 6 6",
  barcode: "M4 6v12M7 6v12M10.5 6v12M13 6v12M17 6v12M20 6v12",
  basket:
    "M3.5 9.5h17l-1.7 9.3a1.5 1.5 0 0 1-1.5 1.2H6.7a1.5 1.5 0 0 1-1.5-1.2L3.5 9.5ZM8 9.5l3-6M16 9.5l-3-6M9.5 13v3.5M14.5 13v3.5",
  check: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8 12.3l2.8 2.8L16 9.5",
  chevron: "M6 9.5l6 6 6-6",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5.2l3.5 2",
  cross: "M6 6l12 12M18 6L6 18",
  mail: "M3.5 5.5h17v13h-17zM4 6.5l8 6.5 8-6.5",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  message: "M4 5h16v11.5H11L6.5 20v-3.5H4z",
  minus: "M5 12h14",
  pause: "M8.5 5v14M15.5 5v14",
  pencil: "M4 20l1-4.5L16.5 4 20 7.5 8.5 19 4 20ZM14 6.5l3.5 3.5",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.6-4 3.5-6 7.5-6s6.9 2 7.5 6",
  phone:
    "M6.5 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4.5 1.5v3c0 1.4-1 2.5-2.5 2.5C11 20 4 13 4 6c0-1.5 1.1-2.5 2.5-2.5Z",
  pin: "M12 21s7-6.3 7-11.5A7 7 0 0 0 5 9.5C5 14.7 12 21 12 21ZM12 7.2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
  play: "M8 5l11 7-11 7Z",
  plus: "M12 5v14M5 12h14",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.3 15.3L20 20",
  sliders:
    "M4 7h9.5M18.5 7H20M4 17h1.5M10.5 17H20M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
  share: "M12 3v12M7.5 7L12 2.8 16.5 7M7 11H5v9.5h14V11h-2",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 3v18M12 7l5.5 5.5M12 12l5 5M12 17l2.5 2.5",
  trash: "M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5l1 13.5h9l1-13.5M10 10.5v6M14 10.5v6",
  truck:
    "M2.5 6h11.5v11H2.5zM14 10h4l3.5 3.5V17H14zM6.5 15.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM17.5 15.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z",
  warning: "M12 4L2.5 20h19L12 4ZM12 10v4.5M12 17v.5",
  facebook:
    "M14.5 21v-7.5h2.7l.5-3.5h-3.2V8c0-1 .4-1.8 1.9-1.8h1.5V3.2C17.5 3.1 16.7 3 15.7 3c-2.6 0-4.2 1.6-4.2 4.5V10H8.5v3.5h3V21Z",
  instagram:
    "M7.5 3.5h9a4 4 0 0 1 4 4v9a4 4 0 0 1-4 4h-9a4 4 0 0 1-4-4v-9a4 4 0 0 1 4-4ZM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM17 6.8v.4",
  x: "M4 4l16 16M20 4L4 20",
  tiktok: "M13.5 3v12.3a3.7 3.7 0 1 1-3.7-3.7M13.5 3c.3 3 2.3 4.9 5.5 5",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
} as const;

export type IconName = keyof typeof LINES;

/** Icon next to a text or inside a labeled control, so it is hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={LINES[name]} />
    </svg>
  );
}

export function isIconName(name: string): name is IconName {
  return Object.hasOwn(LINES, name);
}
