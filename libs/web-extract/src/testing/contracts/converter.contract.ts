import assert from 'node:assert/strict';
import { DEFAULT_CONVERSION, type ConversionRequest } from '../../model/page/conversion.js';
import { InvalidRequestError, UnsupportedContentError } from '../../model/errors.js';
import type { Converter } from '../../ports/converter.port.js';
import type { ContractCase } from './fetcher.contract.js';

/** Contract cases of `Converter`. */
export const converterContract: readonly ContractCase<Converter>[] = [
  {
    name: 'computes the formats that are asked for and no other',
    run: async (converter) => {
      const request = ask('<title>One</title><h1>Hi</h1><p>Some <a href="/b">words</a>.</p>', {
        formats: ['links'],
      });
      const conversion = await converter.convert(request);
      assert.equal(conversion.metadata.title, 'One');
      assert.equal(conversion.links?.join(' '), 'https://example.com/b');
      assert.equal(conversion.markdown, null);
      assert.equal(conversion.rawHtml, null);
      assert.equal(conversion.anchors, null);
    },
  },
  {
    name: 'chooses no content, and reads no selector, where nothing is made of it',
    run: async (converter) => {
      const unreadable = {
        includeSelectors: ['p[['],
        contentRules: [{ host: 'example.com', exclude: [':x('] }],
      };
      const html = '<title>One</title><h1>Page not found</h1><p>Nothing is here.</p>';
      const conversion = await converter.convert(
        ask(html, { ...unreadable, formats: ['rawHtml', 'links', 'extraction'], onlyMainContent: true }),
      );
      assert.equal(conversion.rawHtml, html);
      const { flags, ...quality } = conversion.quality;
      assert.equal(flags.join(), 'soft-404');
      assert.deepEqual(
        { ...quality },
        {
          textShare: 1,
          pageType: 'other',
          candidate: 'whole',
          reason: 'No requested format contains content.',
        },
      );
    },
  },
  {
    name: 'reads the encoding that the header names',
    run: async (converter) => {
      const body = Buffer.from('<p>Gr\xfc\xdfe aus K\xf6ln</p>', 'latin1');
      const conversion = await converter.convert(
        ask('', { body, contentType: 'text/html; charset=iso-8859-1' }),
      );
      assert.match(conversion.markdown ?? '', /Grüße aus Köln/);
    },
  },
  {
    name: 'leaves the bytes to the caller, and takes a part of a larger buffer',
    run: async (converter) => {
      const whole = Buffer.from('<p>secret</p><p>public</p>');
      const body = whole.subarray(13);
      const conversion = await converter.convert(ask('', { body }));
      assert.equal(conversion.markdown?.trim(), 'public');
      assert.equal(whole.toString(), '<p>secret</p><p>public</p>');
    },
  },
  {
    name: 'says by class and name what cannot be converted',
    run: async (converter) => {
      const image = ask('\x89PNG\r\n\x1a\n', { contentType: 'image/png' });
      await assert.rejects(
        converter.convert({ ...image, body: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') }),
        (error) => {
          assert(error instanceof UnsupportedContentError);
          assert.equal(error.name, 'UnsupportedContentError');
          assert.equal(error.code, 'SCRAPE_UNSUPPORTED_FILE_ERROR');
          assert.equal(error.message, 'https://example.com/a is image/png, which cannot be converted');
          return true;
        },
      );
    },
  },
  {
    name: 'says where a selector is wrong',
    run: async (converter) => {
      await assert.rejects(
        converter.convert(ask('<p>x</p>', { includeSelectors: ['p', 'p[['] })),
        (error) => {
          assert(error instanceof InvalidRequestError);
          assert.equal(error.problems[0]?.path.at(-1), 1);
          assert.equal(error.message, error.problems[0]?.message);
          return true;
        },
      );
    },
  },
  {
    name: 'gives up with the reason of the signal, before and while it works',
    run: async (converter) => {
      const reason = new Error('enough');
      const isReason = (error: unknown) => error === reason;
      await assert.rejects(converter.convert(ask('<p>x</p>'), AbortSignal.abort(reason)), isReason);
      const controller = new AbortController();
      const conversion = converter.convert(ask('<p>x</p>'.repeat(20_000)), controller.signal);
      controller.abort(reason);
      await assert.rejects(conversion, isReason);
      assert.equal((await converter.convert(ask('<p>next</p>'))).markdown?.trim(), 'next');
    },
  },
  {
    name: 'gives each of many their own page',
    run: async (converter) => {
      const numbers = Array.from({ length: 40 }, (_, number) => number);
      const pages = await Promise.all(
        numbers.map((number) =>
          converter.convert(ask(`<p>page ${number}</p>`), undefined, {
            owner: `owner ${number % 3}`,
            priority: number % 2 ? 'scrape' : 'crawl',
          }),
        ),
      );
      for (const number of numbers) assert.equal(pages[number]?.markdown?.trim(), `page ${number}`);
    },
  },
];

function ask(html: string, request: Partial<ConversionRequest> = {}): ConversionRequest {
  return {
    body: Buffer.from(html),
    url: 'https://example.com/a',
    contentType: 'text/html; charset=utf-8',
    statusCode: 200,
    formats: ['markdown'],
    ...DEFAULT_CONVERSION,
    onlyMainContent: false,
    parsePdf: true,
    ...request,
  };
}
