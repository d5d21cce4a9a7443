// Annotated pages: <dir>/<set>/index.json.gz is a list of {id, url, type, text | with + without}, and
// <dir>/<set>/html/<id>.html.gz the page. `text` is the wanted text; `with` and `without` are wanted and unwanted pieces.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseHtml } from '../../libs/documents/build/markup/parse/parse-html.js';
import { textOf } from '../../libs/documents/build/markup/dom/nodes.js';
import { decodeText } from '../../libs/documents/build/markup/decode/decode-text.js';

const unzip = (file) => gunzipSync(readFileSync(file));

/** Every page that says what is wanted of it. */
export function loadPages(dir) {
  return readdirSync(dir)
    .sort()
    .filter((set) => existsSync(join(dir, set, 'index.json.gz')))
    .flatMap((set) => loadSet(dir, set));
}

function loadSet(dir, set) {
  const index = JSON.parse(unzip(join(dir, set, 'index.json.gz')).toString());
  return index
    .map((entry) => ({ ...entry, set, wanted: wantedText(entry) }))
    .filter(({ wanted, with: pieces }) => wanted !== undefined || pieces !== undefined)
    .map((entry) => ({ ...entry, html: readHtml(join(dir, set, 'html', `${entry.id}.html.gz`)) }));
}

function wantedText({ text, gtHtml, md }) {
  if (text !== undefined) return text;
  if (gtHtml !== undefined) return spacedText(gtHtml);
  return md?.replace(/\]\([^)]*\)/g, ']').replace(/[*_`#>|[\]]/g, ' ');
}

/** Text of markup with a space between elements. */
const spacedText = (html) => textOf(parseHtml(html.replace(/</g, ' <'), '').root);

const readHtml = (file) =>
  decodeText(new Uint8Array(unzip(file)), { charset: null, declaration: 'html' }).text;

/** Pages of one site never stand on both sides of a cross-validation. */
export function siteOf({ url, id }) {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const isPlaceholder = host === '' || /(?:^|\.)example\.(?:com|org)$|^(?:localhost|fakehost)$/.test(host);
  return isPlaceholder ? id : host.split('.').slice(-2).join('.');
}

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+/gu;

export const wordsOf = (text) => text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
