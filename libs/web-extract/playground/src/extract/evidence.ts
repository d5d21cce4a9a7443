/** Value of the extracted data with its position in the text. */
export interface Evidence {
  /** Path in the data, such as `offers.0.price`. */
  readonly path: string;
  readonly value: string;
  /** Text of the page that proves it, if known. */
  readonly quote?: string;
  /** Null where it does not stand there word by word: it was worked out, or comes from the page's own data. */
  readonly at: { readonly from: number; readonly to: number } | null;
}

/** Shorter values stand anywhere. */
const MIN_CHARS = 2;
const MAX_VALUES = 500;

/** Each scalar of the data with its place in the text. */
export function findEvidence(data: unknown, text: string): Evidence[] {
  const lower = text.toLowerCase();
  const found: Evidence[] = [];
  const open: { readonly path: string; readonly value: unknown }[] = [{ path: '', value: data }];
  for (let next = open.shift(); next && found.length < MAX_VALUES; next = open.shift()) {
    const { path, value } = next;
    if (value !== null && typeof value === 'object') {
      const inner = Object.entries(value).map(([name, item]) => ({
        path: path === '' ? name : `${path}.${name}`,
        value: item as unknown,
      }));
      open.unshift(...inner);
    } else if (typeof value === 'string' || typeof value === 'number') {
      found.push({ path, value: String(value), at: placeOf(String(value), text, lower) });
    }
  }
  return found;
}

function placeOf(value: string, text: string, lower: string): Evidence['at'] {
  for (const form of formsOf(value)) {
    if (form.length < MIN_CHARS && !/^\d$/.test(form)) continue;
    for (let from = lower.indexOf(form); from >= 0; from = lower.indexOf(form, from + 1)) {
      const to = from + form.length;
      if (isWhole(text, from, to)) return { from, to };
    }
  }
  return null;
}

/** As it is, and numbers as people write them. */
function formsOf(value: string): string[] {
  const plain = value.trim().toLowerCase();
  const number = Number(plain);
  if (plain === '' || !Number.isFinite(number)) return [plain];
  const decimals = plain.split('.')[1]?.length ?? 0;
  const forms = ['en-US', 'de-DE'].flatMap((locale) =>
    [decimals, 2].map((digits) =>
      number.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    ),
  );
  return [...new Set([plain, number.toFixed(2), ...forms])].sort((a, b) => b.length - a.length);
}

/** Not a part of a longer word or number. */
export function isWhole(text: string, from: number, to: number): boolean {
  const isPart = (outer: string, inner: string) => /[\p{L}\p{N}]/u.test(outer) && /[\p{L}\p{N}]/u.test(inner);
  return !isPart(text[from - 1] ?? '', text[from] ?? '') && !isPart(text[to] ?? '', text[to - 1] ?? '');
}

/** A piece of text; with the path of the value that stands there. */
export interface TextPiece {
  readonly text: string;
  readonly path: string | null;
}

/** The text cut at its evidence; where values overlap the first one counts. */
export function cutAtEvidence(text: string, evidence: readonly Evidence[]): TextPiece[] {
  const places = evidence
    .flatMap(({ at, path }) => (at ? [{ ...at, path }] : []))
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { from, to, path } of places) {
    if (from < end) continue;
    if (from > end) pieces.push({ text: text.slice(end, from), path: null });
    pieces.push({ text: text.slice(from, to), path });
    end = to;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), path: null });
  return pieces;
}
