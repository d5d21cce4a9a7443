/** Typical names of monospaced fonts. */
const FIXED_NAME =
  /\bmono(?:space[d]?)?\b|mono$|\bcourier\b|\bconsol|\btypewriter\b|\bteletype\b|\bterminal\b|\bfixed\b|\bcode\b/i;

/** Longer names are truncated; the font of every text run is looked up. */
const MAX_NAME_CHARS = 255;

/** True if the font name indicates a monospaced font. */
export function isFixedName(font: string): boolean {
  return FIXED_NAME.test(font.slice(0, MAX_NAME_CHARS));
}
