export const categories = [
  "wears",
  "beauty",
  "condiments",
  "drinks",
  "fruits",
  "grains",
  "meat",
  "snacks",
  "more",
] as const;

export type Category = (typeof categories)[number];

export interface Palette {
  /** The category's own strong colour: packs, lids, the dark of its textile. */
  deep: string;
  /** The light thread of its textile. */
  bright: string;
  /** The tinted ground behind the goods. */
  ground: string;
}

export const palettes: Record<Category, Palette> = {
  wears: { deep: "#273A7A", bright: "#F2B632", ground: "#E9ECF8" },
  beauty: { deep: "#1F4E79", bright: "#9CC9E8", ground: "#E6F1F8" },
  condiments: { deep: "#A3360A", bright: "#F2B632", ground: "#FCEBE0" },
  drinks: { deep: "#8C1D4F", bright: "#F4A9C4", ground: "#FBE7EF" },
  fruits: { deep: "#14693F", bright: "#B7D84B", ground: "#E6F4E4" },
  grains: { deep: "#8A5A00", bright: "#F2D58A", ground: "#FBF1DA" },
  meat: { deep: "#7A2E22", bright: "#E8A17D", ground: "#F8E8E2" },
  snacks: { deep: "#B45F06", bright: "#FFD166", ground: "#FFF1D6" },
  more: { deep: "#4A3B2A", bright: "#C9A66B", ground: "#F2EBDF" },
};

export const green = "#14693F";
export const darkGreen = "#0B3B26";
export const gold = "#F2B632";
export const cream = "#FFFDF7";
export const leafGreen = "#2C8A48";

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The colour that lies the given part of the way from one to the other. */
export function mix(from: string, to: string, part: number): string {
  const [r1, g1, b1] = channels(from);
  const [r2, g2, b2] = channels(to);
  const blended = [r1 + (r2 - r1) * part, g1 + (g2 - g1) * part, b1 + (b2 - b1) * part];
  return `#${blended.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

export function darker(hex: string, part = 0.25): string {
  return mix(hex, "#1A1008", part);
}

export function lighter(hex: string, part = 0.25): string {
  return mix(hex, "#FFFFFF", part);
}
