/** Marker at the beginning of a list item. */
export interface ListMarker {
  readonly isOrdered: boolean;
  /** Item number; null for bullets. */
  readonly number: number | null;
  /** Numbering format, the same for all items of a list. */
  readonly form: string;
  /** Length of the marker in the text. */
  readonly length: number;
}

const BULLET = /^([•◦▪▫■□●○◆◇▸▹►▻‣⁃∙·*➢➤✓✔❖–—-])\s+(?=\S)/u;
const NUMBER = /^(\(?)(\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})([.)])\s+(?=\S)/;

/** Parses the marker at the beginning of a text; null if there is none. */
export function markerOf(text: string): ListMarker | null {
  const bullet = BULLET.exec(text);
  if (bullet) return { isOrdered: false, number: null, form: bullet[1]!, length: bullet[0].length };
  const number = NUMBER.exec(text);
  if (!number) return null;
  const [whole, open, value, close] = number as unknown as [string, string, string, string];
  if (open === '(' && close === '.') return null;
  const kind = /^\d/.test(value)
    ? '1'
    : /^[ivx]+$/.test(value)
      ? 'i'
      : /^[IVX]+$/.test(value)
        ? 'I'
        : value >= 'a'
          ? 'a'
          : 'A';
  return {
    isOrdered: true,
    number: valueOf(value, kind),
    form: `${open}${kind}${close}`,
    length: whole.length,
  };
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };

function valueOf(text: string, kind: string): number {
  if (kind === '1') return Number(text);
  if (kind === 'a' || kind === 'A') return text.toLowerCase().charCodeAt(0) - 96;
  const digits = [...text.toLowerCase()].map((letter) => ROMAN[letter]!);
  return digits.reduce((sum, digit, i) => (digit < (digits[i + 1] ?? 0) ? sum - digit : sum + digit), 0);
}
