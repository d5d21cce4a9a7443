import type { CdpSession } from '../browser/cdp-pipe.js';
import { keyOfCharacter, readKeyStroke, type KeyStroke } from '../page/keys.js';
import { ActionFailure, type Act } from './action.js';
import { textOption } from './options.js';

/** Longer texts are inserted at once, as from a clipboard. */
const MAX_TYPED_CHARS = 300;

/** Types into the focused element. */
export const write: Act = async ({ lane: { session } }, action) => {
  const text = textOption(action, 'text').replace(/\r\n/g, '\n');
  if (text.length > MAX_TYPED_CHARS) return void (await session.send('Input.insertText', { text }));
  for (const character of text) await stroke(session, { key: keyOfCharacter(character), modifiers: 0 });
};

export const press: Act = async ({ lane: { session } }, action) => {
  const name = textOption(action, 'key');
  const keys = readKeyStroke(name);
  if (!keys) throw new ActionFailure(`does not know the key ${JSON.stringify(name.slice(0, 50))}`);
  await stroke(session, keys);
};

async function stroke(session: CdpSession, { key, modifiers }: KeyStroke): Promise<void> {
  const type = key.text === undefined ? 'rawKeyDown' : 'keyDown';
  await session.send('Input.dispatchKeyEvent', { type, modifiers, ...key });
  const { text: _text, ...released } = key;
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', modifiers, ...released });
}
