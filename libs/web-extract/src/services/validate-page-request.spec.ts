import type { ExtractionRequest } from '../model/extraction/extraction.js';
import { validatePageRequest } from './validate-page-request.js';

describe('fields that are compared', () => {
  const tracking = (extraction: ExtractionRequest | undefined, fields: ExtractionRequest) => () =>
    validatePageRequest({
      url: 'https://shop.example/',
      ...(extraction ? { extraction } : {}),
      track: { fields },
    });

  it('are read by the extractor of the page, if there is one', () => {
    expect(tracking({ extractor: 'shop' }, { extractor: 'shop' })).not.toThrow();
    expect(tracking(undefined, { extractor: 'shop' })).not.toThrow();
    expect(tracking({ extractor: 'shop' }, { schema: { type: 'object' } })).not.toThrow();
  });

  it.each<[ExtractionRequest, ExtractionRequest]>([
    [{ extractor: 'shop' }, { extractor: 'other' }],
    [{ extractor: 'shop', version: 1 }, { extractor: 'shop' }],
    [{ schema: { type: 'object' } }, { extractor: 'shop' }],
  ])('are not read by another one: %j, %j', (extraction, fields) => {
    expect(tracking(extraction, fields)).toThrow(
      'track.fields.extractor must be that of extraction, with the same version',
    );
  });
});

describe('formats', () => {
  it('that are unknown are named, with those that exist', () => {
    const formats = ['markdown', 'json', 'toString'] as never;
    expect(() => validatePageRequest({ url: 'https://shop.example/', formats })).toThrow(
      /^.*formats contains json, toString, which is unknown: use markdown, html, .*extraction/,
    );
  });
});
