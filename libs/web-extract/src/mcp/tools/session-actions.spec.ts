import { InvalidRequestError } from '../../model/errors.js';
import { refuseActionsOfSessions } from './session-actions.js';

const CLICK = { actions: [{ type: 'wait' }, { type: 'click', selector: '#buy' }] };

describe('actions of agents with a session', () => {
  it.each([
    ['a page', { url: 'https://a.example/', session: 'wiki', ...CLICK }],
    ['a crawl, named beside its pages', { session: 'wiki', scrapeOptions: CLICK }],
    ['a crawl, named in their options', { ...CLICK, scrapeOptions: { session: 'wiki' } }],
    ['a monitor', { targets: [{ type: 'crawl', scrapeOptions: { session: 'wiki', ...CLICK } }] }],
  ])('are refused for %s', (_name, given) => {
    expect(() => refuseActionsOfSessions(given)).toThrow(InvalidRequestError);
  });

  it.each([
    ['without a session', { scrapeOptions: CLICK }],
    ['that only look', { session: 'wiki', actions: [{ type: 'scroll' }, { type: 'screenshot' }, 'wait'] }],
    ['of another target', { targets: [{ scrapeOptions: { session: 'wiki' } }, { scrapeOptions: CLICK }] }],
  ])('are accepted %s', (_name, given) => {
    expect(() => refuseActionsOfSessions(given)).not.toThrow();
  });
});
