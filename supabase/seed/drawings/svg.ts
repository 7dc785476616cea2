/**
 * Elements as text. Goods are drawn around (0, 0), the point where they touch the ground,
 * with y pointing down, so that one drawing can stand in any picture at any size.
 */

export function path(d: string, fill: string, opacity = 1): string {
  return `<path d="${d}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`;
}

export function line(d: string, colour: string, width: number, opacity = 1): string {
  const faint = opacity < 1 ? ` opacity="${opacity}"` : "";
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${faint}/>`;
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, opacity = 1): string {
  return `<ellipse cx="${short(cx)}" cy="${short(cy)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`;
}

export function circle(cx: number, cy: number, r: number, fill: string, opacity = 1): string {
  return ellipse(cx, cy, r, r, fill, opacity);
}

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  fill: string,
  opacity = 1,
): string {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="${radius}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`;
}

export interface Placing {
  scale?: number;
  rotate?: number;
  /** -1 mirrors left and right. */
  flip?: -1 | 1;
  /** Height against width, for things seen from low down. */
  squash?: number;
}

export function place(x: number, y: number, content: string, placing: Placing = {}): string {
  const { scale = 1, rotate = 0, flip = 1, squash = 1 } = placing;
  const turn = rotate ? ` rotate(${short(rotate)})` : "";
  const size =
    scale !== 1 || flip !== 1 || squash !== 1
      ? ` scale(${short(scale * flip)} ${short(scale * squash)})`
      : "";
  return `<g transform="translate(${short(x)} ${short(y)})${turn}${size}">${content}</g>`;
}

export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join("");
}

export function short(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The same seed gives the same numbers, so that redrawing changes no file. */
export function createRandom(seed: number): (low: number, high: number) => number {
  let state = (seed * 2654435761) >>> 0;
  return function next(low, high) {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return low + (((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * (high - low);
  };
}

export function pick<T>(choices: readonly T[], index: number): T {
  const choice = choices[((index % choices.length) + choices.length) % choices.length];
  if (choice === undefined) throw new Error("Nothing to pick from");
  return choice;
}
