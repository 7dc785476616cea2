/**
 * Gradients, patterns and clips are kept here by what they look like: asking twice for the same
 * paint gives the same reference, and a picture carries only the definitions it uses.
 */
import { path } from "./svg.ts";

interface Definition {
  id: string;
  markup: string;
}

const definitionByLook = new Map<string, Definition>();
const definitionById = new Map<string, Definition>();

export function define(element: string, attributes: string, content: string): string {
  const look = `${element}|${attributes}|${content}`;
  const known = definitionByLook.get(look);
  if (known) return `url(#${known.id})`;
  const id = `d${definitionByLook.size}`;
  const definition = { id, markup: `<${element} id="${id}" ${attributes}>${content}</${element}>` };
  definitionByLook.set(look, definition);
  definitionById.set(id, definition);
  return `url(#${id})`;
}

/** The definitions a drawing refers to, and those they refer to. */
export function definitionsOf(drawing: string): string {
  const found = new Map<string, string>();
  const waiting = [drawing];
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    for (const [, id = ""] of text.matchAll(/url\(#(d\d+)\)/g)) {
      const definition = definitionById.get(id);
      if (!definition || found.has(id)) continue;
      found.set(id, definition.markup);
      waiting.push(definition.markup);
    }
  }
  return `<defs>${[...found.values()].join("")}</defs>`;
}

type Stop = readonly [at: number, colour: string, opacity?: number];

function stops(list: readonly Stop[]): string {
  return list
    .map(
      ([at, colour, opacity = 1]) =>
        `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join("");
}

export function across(...list: Stop[]): string {
  return define("linearGradient", 'x1="0" y1="0" x2="1" y2="0"', stops(list));
}

export function down(...list: Stop[]): string {
  return define("linearGradient", 'x1="0" y1="0" x2="0" y2="1"', stops(list));
}

export function aslant(...list: Stop[]): string {
  return define("linearGradient", 'x1="0" y1="0" x2="1" y2="1"', stops(list));
}

export function outward(cx: number, cy: number, r: number, ...list: Stop[]): string {
  return define("radialGradient", `cx="${cx}" cy="${cy}" r="${r}"`, stops(list));
}

/** Light on a tube: jars, bottles, tins. */
export const tubeLight = across(
  [0, "#1A1008", 0.34],
  [0.1, "#1A1008", 0.1],
  [0.16, "#FFFFFF", 0.42],
  [0.24, "#FFFFFF", 0.32],
  [0.32, "#FFFFFF", 0],
  [0.66, "#1A1008", 0],
  [0.9, "#1A1008", 0.22],
  [0.96, "#FFFFFF", 0.04],
  [1, "#1A1008", 0.3],
);

/** Light on a ball: fruit, nuts, beads. */
export const ballLight = outward(
  0.34,
  0.26,
  0.85,
  [0, "#FFFFFF", 0.48],
  [0.28, "#FFFFFF", 0.1],
  [0.5, "#1A1008", 0],
  [1, "#1A1008", 0.38],
);

/** Light on something flat that leans: bags, boxes, cloth. */
export const slantLight = aslant(
  [0, "#FFFFFF", 0.3],
  [0.35, "#FFFFFF", 0.05],
  [0.6, "#1A1008", 0.02],
  [1, "#1A1008", 0.26],
);

/** Light from above: loaves, tubers lying down. */
export const topLight = down(
  [0, "#FFFFFF", 0.4],
  [0.3, "#FFFFFF", 0.08],
  [0.6, "#1A1008", 0.05],
  [1, "#1A1008", 0.4],
);

export function solid(d: string, fill: string, light: string): string {
  return path(d, fill) + path(d, light);
}

export function clipped(d: string, content: string): string {
  return `<g clip-path="${define("clipPath", 'clipPathUnits="userSpaceOnUse"', `<path d="${d}"/>`)}">${content}</g>`;
}

export function roundedBox(x: number, y: number, width: number, height: number, r: number): string {
  return `M${x + r} ${y}H${x + width - r}Q${x + width} ${y} ${x + width} ${y + r}V${y + height - r}Q${x + width} ${y + height} ${x + width - r} ${y + height}H${x + r}Q${x} ${y + height} ${x} ${y + height - r}V${y + r}Q${x} ${y} ${x + r} ${y}Z`;
}

export function oval(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy}A${rx} ${ry} 0 1 1 ${cx + rx} ${cy}A${rx} ${ry} 0 1 1 ${cx - rx} ${cy}Z`;
}
