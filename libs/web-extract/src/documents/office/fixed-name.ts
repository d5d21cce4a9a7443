/** How fonts whose letters have one width name themselves. */
const FIXED_NAME =
  /\bmono(?:space[d]?)?\b|mono$|\bcourier\b|\bconsol|\btypewriter\b|\bteletype\b|\bterminal\b|\bfixed\b|\bcode\b/i;

/** Longer names are no names; each run of text has its font looked up. */
const MAX_NAME_CHARS = 255;

/** Whether the name of a font says that its letters have one width. */
export function isFixedName(font: string): boolean {
  return FIXED_NAME.test(font.slice(0, MAX_NAME_CHARS));
}
