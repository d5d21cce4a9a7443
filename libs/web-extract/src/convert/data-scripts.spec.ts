import { DEFAULT_CONVERSION } from '../model/page/conversion.js';
import { convertHtml } from './convert-html.js';
import { isDataScript } from '@web-extract/documents/markup/dom/is-data-script.js';

describe('isDataScript', () => {
  it.each([
    'application/ld+json',
    'application/json',
    'text/template',
    'importmap',
    'speculationrules',
    'text/x-any',
  ])('is true of %s', (type) => {
    expect(isDataScript({ type })).toBe(true);
  });

  it.each([{}, { type: '' }, { type: 'module' }, { type: ' Text/JavaScript ' }, { language: 'javascript' }])(
    'is false of %j, which browsers run',
    (attributes) => {
      expect(isDataScript(attributes)).toBe(false);
    },
  );

  it.each([
    ['application/ld+json', false],
    ['importmap', false],
    ['module', true],
  ])('a page of few words with a script of the type %s needs a browser: %s', (type, isNeeded) => {
    const html = `<!doctype html><title>Short</title><body><script type="${type}">{}</script><p>Open</p>`;
    const request = { url: 'https://site.example/', statusCode: 200, formats: [] };
    expect(convertHtml(html, { ...request, ...DEFAULT_CONVERSION }).browserHint?.isNeeded).toBe(isNeeded);
  });
});
