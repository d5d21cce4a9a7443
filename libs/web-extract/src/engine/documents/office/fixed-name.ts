/** How fonts whose letters have one width name themselves. */
const FIXED_NAME =
  /\bmono(?:space[d]?)?\b|mono$|\bcourier\b|\bconsol|\btypewriter\b|\bteletype\b|\bterminal\b|\bfixed\b|\bcode\b/i;

/** Whether the name of a font says that its letters have one width. */
export function isFixedName(font: string): boolean {
  return FIXED_NAME.test(font);
}
