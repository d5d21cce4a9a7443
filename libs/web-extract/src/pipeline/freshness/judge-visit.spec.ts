import type { QualityFlag } from '../../model/page/page.js';
import { judgeVisit, type KnownText, type SeenPage } from './judge-visit.js';

const PAGE: SeenPage = { statusCode: 200, flags: [], text: 'text', isTruncated: false, isUnrendered: false };
const KNOWN: KnownText = { hasText: true };
const flag = (name: QualityFlag): Partial<SeenPage> => ({ flags: [name] });

describe('judgeVisit', () => {
  it.each<[string, Partial<SeenPage>, 'seen' | 'gone' | 'unseen', KnownText | null]>([
    ['a page', {}, 'seen', KNOWN],
    ['a first page', {}, 'seen', null],
    ['404', { statusCode: 404 }, 'gone', KNOWN],
    ['410', { statusCode: 410 }, 'gone', KNOWN],
    ['a soft 404', flag('soft-404'), 'gone', KNOWN],
    ['401', { statusCode: 401 }, 'unseen', KNOWN],
    ['403', { statusCode: 403 }, 'unseen', KNOWN],
    ['429', { statusCode: 429 }, 'unseen', KNOWN],
    ['500', { statusCode: 500 }, 'unseen', KNOWN],
    ['503', { statusCode: 503 }, 'unseen', KNOWN],
    ['a redirect that leads nowhere', { statusCode: 302 }, 'unseen', KNOWN],
    ['half a body', { isTruncated: true }, 'unseen', KNOWN],
    ['a check for bots', flag('bot-check'), 'unseen', KNOWN],
    ['a login form', flag('login-wall'), 'unseen', KNOWN],
    ['a cookie wall', flag('cookie-wall'), 'unseen', KNOWN],
    ['a script shell', flag('script-shell'), 'unseen', KNOWN],
    ['a check for bots that also says not found', { flags: ['soft-404', 'bot-check'] }, 'unseen', KNOWN],
    ['no text where there was some', { text: ' \n' }, 'unseen', KNOWN],
    ['no text where there was none', { text: '' }, 'seen', { hasText: false }],
    ['no text at the first visit', { text: '' }, 'seen', null],
    ['a page that a browser should have finished', { isUnrendered: true }, 'unseen', KNOWN],
  ])('%s', (_, seen, expected, known) => {
    expect(judgeVisit({ ...PAGE, ...seen }, known).kind).toBe(expected);
  }); // prettier-ignore
});
