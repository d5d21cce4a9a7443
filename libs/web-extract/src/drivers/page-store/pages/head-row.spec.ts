import { someHead } from '../../../testing/contracts/page-history.contract.js';
import { packFacts, packHead, unpackFacts, unpackHead, type StoredHead } from './head-row.js';
import { pageId } from './page-id.js';

const SITE = 'site.example';
const DATE = 'Wed, 21 Oct 2015 07:28:00 GMT';

const stored = (values: Partial<StoredHead> = {}): Omit<StoredHead, 'factsBytes'> => {
  const head = values.head ?? someHead();
  return {
    head,
    revision: 1,
    text: null,
    textBytes: 0,
    versions: [],
    page: null,
    alias: null,
    ...values,
  };
};

describe('The row of a head', () => {
  it.each([
    ['of a page with validators', someHead({ validators: { etag: 'W/"5f3-a"', lastModified: DATE } })],
    ['with a date that servers do not send', someHead({ validators: { etag: null, lastModified: 'then' } })],
    [
      'with a date in another spelling',
      someHead({ validators: { etag: null, lastModified: DATE.toLowerCase() } }),
    ],
    ['without validators', someHead({ validators: null, bodyHash: null, hops: null, isRendered: true })],
    ['of a page that is gone', someHead({ goneVisits: 3, wireBytes: 0, shape: '', hops: 0 })],
    ['of the host with www.', someHead({ url: 'http://www.site.example/a?b=c#!/d' })],
    ['of another site', someHead({ url: 'https://other.example/a' })],
    ['of a host with a port', someHead({ url: 'http://site.example:443/a' })],
    ['of a URL with letters of other languages', someHead({ url: 'https://site.example/ö' })],
  ])('holds the head %s', (_, head) => {
    expect(unpackFacts(packFacts(head, SITE), SITE)).toEqual(head);
    expect(unpackFacts(packFacts(head, null), SITE)).toEqual(head);
    const words = [head.shape];
    const row = packHead(stored({ head }), packFacts(head, SITE, words));
    expect(unpackHead(row, SITE, words)).toMatchObject(stored({ head }));
  });

  it('holds what the store knows of the page', () => {
    const whole = stored({
      revision: 300,
      text: 0,
      textBytes: 70_000,
      versions: [[7, 1], [3, 2_000]],
      page: pageId('https://site.example/other'),
      alias: 'another',
    }); // prettier-ignore
    const facts = packFacts(whole.head, SITE, []);
    expect(unpackHead(packHead(whole, facts), SITE, [])).toEqual({ ...whole, factsBytes: facts.length });
  });

  it('takes as many bytes after a visit that found the page unchanged', () => {
    const head = someHead({ visitedAt: 1 });
    const later = { ...head, visitedAt: Date.now() };
    expect(packFacts(later, SITE)).toHaveLength(packFacts(head, SITE).length);
  });
});
