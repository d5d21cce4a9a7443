import { createHash } from 'node:crypto';

/** File systems end names at 255 bytes; a path must have room for them. */
const MAX_BYTES = 120;
/** Devices on Windows, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i;
/** Neither letters, digits nor marks of any script, nor `_`, `.` and `-`. */
const UNFIT = /[^\p{L}\p{M}\p{N}._-]+/gu;

/**
 * Names files by the addresses of pages: flat, so that none leaves its folder, and distinct on file systems too that know neither
 * capitals nor ways to write an accent.
 */
export class PageFileNames {
  private readonly taken = new Set<string>();

  /** @param home host that names do not say */
  constructor(private readonly home: string) {}

  /** A name that is in use already. */
  take(name: string): void {
    this.taken.add(foldedOf(name));
  }

  /** A new name; what only this address has is added to it where it is needed. */
  nameOf(url: string): string {
    const { stem, isWhole } = this.stemOf(url);
    const plain = `${stem}.md`;
    const name = isWhole && !this.taken.has(foldedOf(plain)) ? plain : this.distinct(stem, url);
    this.take(name);
    return name;
  }

  private distinct(stem: string, url: string): string {
    const digest = createHash('sha256').update(url).digest('hex');
    for (let length = 8; ; length += 8) {
      const name = `${stem}-${digest.slice(0, length)}.md`;
      if (length >= digest.length || !this.taken.has(foldedOf(name))) return name;
    }
  }

  private stemOf(url: string): { stem: string; isWhole: boolean } {
    const { host, pathname, search } = new URL(url);
    const place = host === this.home ? '' : `${host}/`;
    const text = trimmed(readable(place + pathname.slice(1).replace(/\.x?html?$/i, '') + search));
    const safe = RESERVED.test(text) ? `_${text}` : text || 'index';
    const stem = trimmed(cutToBytes(safe, MAX_BYTES));
    return { stem, isWhole: stem === safe };
  }
}

/** Key of names that are equal on file systems that ignore case and Unicode normalization. */
const foldedOf = (name: string): string => name.normalize('NFKC').toUpperCase().normalize('NFKC');

function readable(text: string): string {
  return decoded(text).normalize('NFC').replace(UNFIT, '-').replace(/-{2,}/g, '-');
}

const trimmed = (text: string): string => text.replace(/^[.-]+|[.-]+$/g, '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // of another encoding
  }
}

function cutToBytes(text: string, most: number): string {
  let bytes = 0;
  let end = 0;
  for (const letter of text) {
    bytes += Buffer.byteLength(letter);
    if (bytes > most) return text.slice(0, end);
    end += letter.length;
  }
  return text;
}
