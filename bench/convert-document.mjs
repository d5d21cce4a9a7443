import { convertPage } from '../libs/web-extract/build/convert/convert-page.js';

/** Converts a file in this thread; its kind is recognised by its bytes. */
export function convertDocument(body) {
  return convertPage({
    url: 'file:///document',
    body,
    contentType: null,
    statusCode: 200,
    formats: ['markdown'],
    onlyMainContent: false,
    includeSelectors: [],
    excludeSelectors: [],
    contentRules: [],
    collectAnchors: false,
    parsePdf: true,
    removeBase64Images: true,
  });
}
