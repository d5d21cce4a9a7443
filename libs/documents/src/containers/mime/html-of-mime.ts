import { decodeText } from '../../markup/decode/decode-text.js';

/** Maximum number of parts and nesting depth of a web archive. */
const MAX_PARTS = 1_000;
const MAX_DEPTH = 5;

interface MimePart {
  readonly type: string;
  readonly charset: string | null;
  readonly boundary: string | null;
  readonly encoding: string;
  readonly body: string;
}

/** The first HTML page or, without one, the first plain text of a web archive (MHTML); null if there is neither. */
export function htmlOfMime(bytes: Uint8Array): string | null {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const parts = partsOf(source, 0);
  const page = parts.find(({ type }) => /^(?:text\/html|application\/xhtml\+xml)$/.test(type));
  const part = page ?? parts.find(({ type }) => type === 'text/plain' || type === '');
  if (!part) return null;
  return decodeText(decoded(part), { charset: part.charset, declaration: page ? 'html' : 'none' }).text;
}

function partsOf(source: string, depth: number): MimePart[] {
  const part = readPart(source);
  if (part.boundary === null || depth >= MAX_DEPTH) return [part];
  const [, ...inner] = `\n${part.body}`.split(`\n--${part.boundary}`, MAX_PARTS);
  return inner
    .filter((one) => !one.startsWith('--'))
    .flatMap((one) => partsOf(one.replace(/^[^\n]*\n/, ''), depth + 1));
}

function readPart(source: string): MimePart {
  const end = /\r?\n[ \t]*\r?\n/.exec(source);
  const head = (end ? source.slice(0, end.index) : source).replace(/\r?\n[ \t]+/g, ' ');
  const header = (name: string) =>
    head
      .split(/\r?\n/)
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? '';
  const contentType = header('content-type');
  const parameter = (name: string) =>
    new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;]+))`, 'i')
      .exec(contentType)
      ?.slice(1)
      .find(Boolean) ?? null;
  return {
    type: contentType.split(';')[0]!.trim().toLowerCase(),
    charset: parameter('charset'),
    boundary: parameter('boundary'),
    encoding: header('content-transfer-encoding').toLowerCase(),
    body: end ? source.slice(end.index + end[0].length) : '',
  };
}

function decoded({ encoding, body }: MimePart): Uint8Array {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const text = body
    .replace(/=\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(text, 'latin1');
}
