import { readBase64 } from './read-base64.js';

const read = (text: string) => readBase64(Buffer.from(text));

describe('readBase64', () => {
  const file = Buffer.from(Array.from({ length: 3_000_001 }, (_, at) => (at * 7) % 251));
  const base64 = file.toString('base64');

  it.each([
    ['of several steps', base64],
    ['without padding', base64.replace(/=+$/, '')],
    ['for addresses', file.toString('base64url')],
    ['in lines', base64.replace(/.{76}/g, '$&\\r\\n')],
    ['with escapes', base64.replaceAll('/', '\\/').replace(/=/g, '\\u003d')],
    ['with an escape at the end of a step', `${' '.repeat(256 * 1024 - 3)}\\u0020${base64}`],
    ['with blanks before and behind', ` \\n${base64} \\n`],
  ])('reads it %s', async (_how, text) => {
    expect((await read(text))!.equals(file)).toBe(true);
  });

  it.each([
    '',
    ' ',
    '!',
    'AAAA!',
    'AA==AA',
    'é',
    'Ł',
    '\\\\',
    '\\u',
    '\\u00',
    '\\u0000',
    '\\u0141AAA',
    'A',
    '=AAA',
    'AAA===',
    '"',
    '===',
    '\\',
  ])('takes %j for no file', async (text) => expect(await read(text)).toBeNull());
});
