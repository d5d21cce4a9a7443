import { setImmediate as nextTurn } from 'node:timers/promises';
import { jsonBuffer } from '../json-in-steps.js';
import { joinInSteps } from '../join-in-steps.js';
import type { ActionResults, Page } from './page.js';
import { ScriptReturn } from './script-return.js';

/** First byte of a page with separate texts; JSON starts with another byte. */
const WITH_TEXTS = 1;
/** Shorter texts remain part of the JSON. */
const LONG_CHARS = 256 * 1024;
/** Maximum number of bytes of small texts decoded in one step. */
const TURN_BYTES = 2 * 1024 * 1024;
const LENGTH_BYTES = 4;

/** Fields with texts below them. */
const NESTED = new Set<unknown>(['actions', 'response']);

type Path = readonly (string | number)[];
type Encoding = 'utf8' | 'utf16le';
type Node = Record<string | number, unknown>;
type Returned = ActionResults['javascriptReturns'][number];

/** The JSON part, written before the texts. */
interface StoredHead {
  /** The page, with null in place of its long texts. */
  readonly page: Page;
  readonly texts: readonly { readonly path: Path; readonly bytes: number; readonly encoding: Encoding }[];
}

interface StoredReturn {
  readonly type: string;
  readonly json: string;
}

/**
 * Encodes a page for a store: JSON, followed by its long texts. Neither encoding nor {@link decodePage
 * decoding} blocks the event loop for longer than one text takes.
 */
export async function encodePage(page: Page): Promise<Buffer> {
  const rest = copyOf(page);
  const long = takeTexts(rest as unknown as Node);
  if (long.length === 0) return jsonBuffer(rest);
  const buffers: Buffer[] = [];
  const texts: StoredHead['texts'][number][] = [];
  for (const { path, text } of long) {
    // UTF-8 cannot represent lone surrogates
    const encoding: Encoding = isWellFormed(text) ? 'utf8' : 'utf16le';
    const buffer = Buffer.from(text, encoding);
    buffers.push(buffer);
    texts.push({ path, bytes: buffer.length, encoding });
    await nextTurn();
  }
  const head = await jsonBuffer({ page: rest, texts } satisfies StoredHead);
  const start = Buffer.alloc(1 + LENGTH_BYTES, WITH_TEXTS);
  start.writeUInt32LE(head.length, 1);
  return Buffer.from((await joinInSteps([start, head, ...buffers])).buffer);
}

/** Decodes a page that {@link encodePage} has encoded. */
export async function decodePage(stored: Buffer): Promise<Page> {
  if (stored[0] !== WITH_TEXTS) return restored(JSON.parse(stored.toString()) as Page);
  let at = 1 + LENGTH_BYTES + stored.readUInt32LE(1);
  const { page, texts } = JSON.parse(stored.toString('utf8', 1 + LENGTH_BYTES, at)) as StoredHead;
  let sinceTurn = 0;
  for (const { path, bytes, encoding } of texts) {
    put(page as unknown as Node, path, stored.toString(encoding, at, (at += bytes)));
    sinceTurn += bytes;
    if (sinceTurn < TURN_BYTES) continue;
    await nextTurn();
    sinceTurn = 0;
  }
  return restored(page);
}

/** Returns a copy of the objects that texts are removed from. */
function copyOf({ ...page }: Page): Page {
  if (page.response) page = { ...page, response: { ...page.response } };
  if (!page.actions) return page;
  const { screenshots, scrapes, javascriptReturns, pdfs } = page.actions;
  const actions = {
    screenshots: [...screenshots],
    scrapes: scrapes.map((one) => ({ ...one })),
    // reading the page must not parse large values
    javascriptReturns: javascriptReturns.map(({ ...one }) => one) as unknown as Returned[],
    pdfs: [...pdfs],
  };
  return { ...page, actions };
}

/** Removes long texts from a page, its action results and its response. */
function takeTexts(page: Node): { readonly path: Path; readonly text: string }[] {
  const taken: { path: Path; text: string }[] = [];
  const take = (node: Node, above: Path): void => {
    for (const [name, value] of Object.entries(node)) {
      const path = [...above, name];
      if (typeof value === 'string' && value.length >= LONG_CHARS) {
        taken.push({ path, text: value });
        node[name] = null;
      } else if (NESTED.has(path[0]) && typeof value === 'object' && value !== null && name !== 'value')
        take(value as Node, path);
    }
  };
  take(page, []);
  return taken;
}

function put(page: Node, path: Path, text: string): void {
  let node = page;
  for (const name of path.slice(0, -1)) node = node[name] as Node;
  node[path.at(-1)!] = text;
}

function restored(page: Page): Page {
  const { actions } = page;
  if (!actions?.javascriptReturns.some((one) => 'json' in one)) return page;
  const javascriptReturns = (actions.javascriptReturns as readonly (Returned | StoredReturn)[]).map((one) =>
    'json' in one ? new ScriptReturn(one.type, one.json) : one,
  );
  return { ...page, actions: { ...actions, javascriptReturns } };
}

/** Available in Node 20, but not declared by the library's TypeScript target. */
const isWellFormed = (text: string): boolean =>
  (text as unknown as { isWellFormed(): boolean }).isWellFormed();
