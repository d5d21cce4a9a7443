import { ByteTurns } from '../byte-turns.js';
import type { ActionResults, Page } from './page.js';
import { ScriptReturn } from './script-return.js';
import { putValue, type Path } from './separate-values.js';

/** First byte of a page with separate texts; JSON starts with another byte. */
const WITH_TEXTS = 1;
const LENGTH_BYTES = 4;
/** Bytes decoded in one turn of the event loop. */
const TURN_BYTES = 2 * 1024 * 1024;

/** The JSON part, followed by the texts. */
interface EarlierHead {
  /** The page, with null in place of its long texts. */
  readonly page: Page;
  readonly texts: readonly {
    readonly path: Path;
    readonly bytes: number;
    readonly encoding: 'utf8' | 'utf16le';
  }[];
}

type Returned = ActionResults['javascriptReturns'][number];

/** Decodes a page that was stored as JSON, or by an earlier version as JSON and texts. */
export async function decodeEarlierPage(stored: Buffer): Promise<Page> {
  if (stored[0] !== WITH_TEXTS) return restored(JSON.parse(stored.toString()) as Page);
  let at = 1 + LENGTH_BYTES + stored.readUInt32LE(1);
  const { page, texts } = JSON.parse(stored.toString('utf8', 1 + LENGTH_BYTES, at)) as EarlierHead;
  const turns = new ByteTurns(TURN_BYTES);
  for (const { path, bytes, encoding } of texts) {
    putValue(page, path, stored.toString(encoding, at, (at += bytes)));
    await turns.after(bytes);
  }
  return restored(page);
}

/** Earlier versions stored a {@link ScriptReturn} with its fields. */
function restored(page: Page): Page {
  const { actions } = page;
  if (!actions?.javascriptReturns.some((one) => 'json' in one)) return page;
  const javascriptReturns = (actions.javascriptReturns as readonly (Returned | ScriptReturn)[]).map((one) =>
    'json' in one ? new ScriptReturn(one.type, one.json) : one,
  );
  return { ...page, actions: { ...actions, javascriptReturns } };
}
