import type { ArchiveListing } from '../../model/crawl/archive.js';

/** Entries of a listing that are read: servers send at most 1,000. */
const MAX_ENTRIES = 1_000;
/** The longest name of an object has 1,024 bytes. */
const MAX_FIELD_CHARS = 2_048;

/**
 * Reads a listing of objects. It looks at each character a fixed number of times, whatever the server sends.
 * @param prefix begins the names of the objects, and is removed from them
 */
export function readListing(text: string, prefix: string): ArchiveListing {
  const objects: ArchiveListing['objects'][number][] = [];
  let head = '';
  let from = 0;
  while (objects.length < MAX_ENTRIES) {
    const entry = elementAt(text, 'Contents', from);
    head += text.slice(from, entry?.start ?? text.length);
    if (!entry) break;
    from = entry.end;
    const inner = text.slice(entry.from, entry.to);
    const modifiedAt = Date.parse(fieldOf(inner, 'LastModified')) || Date.now();
    objects.push({ name: fieldOf(inner, 'Key').slice(prefix.length), modifiedAt });
  }
  const isCut = fieldOf(head, 'IsTruncated') === 'true';
  return { objects, cursor: isCut ? fieldOf(head, 'NextContinuationToken') : null };
}

/** The code of the first error in an answer about several objects. */
export function readErrorCode(text: string): string | undefined {
  const at = text.indexOf('<Error>');
  const code = at < 0 ? '' : fieldOf(text.slice(at), 'Code');
  return /^\w{1,60}$/.test(code) ? code : undefined;
}

interface Element {
  readonly start: number;
  /** Of its content. */
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

/** The first element with a name, from a position on; its content ends at the first end tag with this name. */
function elementAt(text: string, name: string, at: number): Element | null {
  const [opening, closing] = [`<${name}>`, `</${name}>`];
  const start = text.indexOf(opening, at);
  if (start < 0) return null;
  const from = start + opening.length;
  const to = text.indexOf(closing, from);
  return to < 0 ? null : { start, from, to, end: to + closing.length };
}

/** Text of the first element with this name. Names of objects are safe in XML. */
function fieldOf(xml: string, name: string): string {
  const opening = `<${name}>`;
  const at = xml.indexOf(opening);
  if (at < 0) return '';
  const from = at + opening.length;
  const to = xml.indexOf('<', from);
  const isField = to >= 0 && to - from <= MAX_FIELD_CHARS && xml.startsWith(`</${name}>`, to);
  return isField ? xml.slice(from, to) : '';
}
