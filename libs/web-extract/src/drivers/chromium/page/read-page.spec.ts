import { BrowserError } from '../browser/browser-errors.js';
import type { PageSession } from './page-session.js';
import { readPage } from './read-page.js';

/** Reads a page of a browser that answers with `page`. */
function read(page: unknown) {
  const answers = [{ hasFrames: false, hosts: 0 }, page];
  const worlds = { evaluate: async () => answers.shift() };
  return readPage({ worlds, mainFrame: 'main' } as unknown as PageSession, 1_000);
}

describe('readPage', () => {
  it('returns the text of the page and its URL', async () => {
    const page = { html: '<p>A lantern.', url: 'https://site.example/', isCut: false };
    expect(await read(page)).toEqual(page);
  });

  it.each([
    ['nothing', undefined],
    ['no text', { url: 'https://site.example/', isCut: false }],
    ['a text that is none', { html: 1, url: 'https://site.example/' }],
    ['no URL', { html: '', isCut: false }],
  ])('fails if the browser answers with %s', async (_, page) => {
    await expect(read(page)).rejects.toThrow(BrowserError);
  });
});
