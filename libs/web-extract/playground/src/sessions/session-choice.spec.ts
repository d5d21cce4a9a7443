import { fieldOf, sessionOf } from './session-choice.js';

const ACTIVE = { name: 'wiki', state: 'active', origins: ['https://wiki.example'] } as const;
const FAILED = { name: 'shop', state: 'failed', origins: ['https://shop.example'] } as const;

describe('the choice of a session', () => {
  it('has the sessions of the key with their state', () => {
    expect(fieldOf([ACTIVE, FAILED], 'wiki')).toMatchObject({
      words: [
        ['', 'None'],
        ['wiki', 'wiki'],
        ['shop', 'shop (failed)'],
      ],
      hint: 'For https://wiki.example',
    });
  });

  it('shows a chosen session that does not exist any more', () => {
    expect(fieldOf([ACTIVE], 'gone')).toMatchObject({
      words: expect.arrayContaining([['gone', 'gone (unknown)']]),
    });
  });

  it('is a field of the request only if one is chosen', () => {
    expect([sessionOf({}), sessionOf({ session: '' }), sessionOf({ session: 'wiki' })]).toEqual([
      {},
      {},
      { session: 'wiki' },
    ]);
  });
});
