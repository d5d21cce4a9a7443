/** Parsed Content-Type header. */
interface ContentType {
  /** Lower-case `type/subtype`; empty if the header is missing or invalid. */
  readonly essence: string;
  /** The charset parameter as written, without quotes. */
  readonly charset: string | null;
}

const ESSENCE = /^[a-z0-9!#$&^_.+*-]+\/[a-z0-9!#$&^_.+*-]+$/;
const CHARSET = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))/i;

/**
 * Parses a Content-Type header. If there are several values (joined by commas), the last valid one is used, as in
 * browsers.
 * @see https://fetch.spec.whatwg.org/#content-type-header
 */
export function parseContentType(header: string | null): ContentType {
  const values = (header ?? '').split(',').reverse();
  const value = values.find((candidate) => essenceOf(candidate) !== '') ?? '';
  return { essence: essenceOf(value), charset: charsetOf(value) ?? charsetOf(header ?? '') };
}

function essenceOf(value: string): string {
  const essence = (value.split(';', 1)[0] ?? '').trim().toLowerCase();
  return ESSENCE.test(essence) ? essence : '';
}

function charsetOf(value: string): string | null {
  const found = CHARSET.exec(value);
  return found ? (found[1] ?? found[2] ?? found[3] ?? null) : null;
}
