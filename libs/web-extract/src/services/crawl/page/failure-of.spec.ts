import { FetchTimeoutError } from '../../../model/errors.js';
import { urlOf } from '../../../testing/contracts/crawl-store/samples.contract.js';
import { failureOf } from './failure-of.js';
import { RedirectOutOfScopeError } from './redirect-out-of-scope.error.js';

const task = { ...urlOf('/a'), crawlId: 'c', lease: 'l', attempts: 2 };

describe('failureOf', () => {
  it('tells errors made for readers as they are', () => {
    expect(failureOf(task, new FetchTimeoutError(task.url, 'no page', 10))).toMatchObject({
      url: task.url,
      code: 'SCRAPE_TIMEOUT',
      message: 'Request timed out: no page from http://site.test:80/a within 10 ms'.replace(':80', ''),
      attempts: 3,
    });
    const redirect = new RedirectOutOfScopeError(task.url, 'http://other.test/?secret=1', 'external-host');
    expect(failureOf(task, redirect)).toMatchObject({
      code: 'REDIRECT_OUT_OF_SCOPE',
      message: expect.stringMatching(
        /redirects to http:\/\/other\.test\/\?…, which is out of scope \(external-host\)$/,
      ),
    });
  });

  it.each([
    Object.assign(new Error("ENOENT: no such file, open '/srv/data/x'"), { code: 'ENOENT' }),
    new TypeError('x is not a function'),
    'text',
    undefined,
  ])('keeps what is not to itself: %p', (error) => {
    expect(failureOf(task, error)).toMatchObject({
      code: 'UNKNOWN_ERROR',
      message: 'The page could not be processed',
    });
  });
});
