import { InvalidRequestError, NotFoundError } from '../../../model/errors.js';
import type { HistoryService } from '../../../services/history/history.service.js';
import { AnswerBytes } from '../../../services/memory/answer-bytes.js';
import type { IncomingRequest } from '../../gate/api-key.guard.js';
import { HistoryV2Controller } from './history.controller.js';

describe('DELETE /v2/history', () => {
  it.each([
    ['a tag that is there twice', { tag: ['a', 'b'] }],
    ['a tag that is too long', { tag: 'x'.repeat(257) }],
    ['an address that is there twice', { url: ['a', 'b'] }],
  ])('forgets nothing for %s', async (_, query) => {
    const forget = jest.fn();
    const controller = new HistoryV2Controller({ forget } as unknown as HistoryService, new AnswerBytes());
    const incoming = { webExtractPrincipal: { owner: 'anna' } } as unknown as IncomingRequest;
    await expect(controller.forget(query, incoming)).rejects.toThrow(InvalidRequestError);
    expect(forget).not.toHaveBeenCalled();
  });
});

describe('GET /v2/history', () => {
  const incoming = { webExtractPrincipal: { owner: 'anna' } } as unknown as IncomingRequest;
  const page = {
    url: 'https://site.example/',
    firstAt: '2026-01-01T00:00:00.000Z',
    visitedAt: '2026-01-03T00:00:00.000Z',
    changedAt: '2026-01-02T00:00:00.000Z',
    isGone: false,
    fingerprint: 'b',
    markdown: 'Text.',
  };

  it('returns the history of the caller', async () => {
    const versions = [{ at: page.changedAt, fingerprint: 'b' }];
    const history = { find: jest.fn(async () => page), versions: jest.fn(async () => versions) };
    const controller = new HistoryV2Controller(history as unknown as HistoryService, new AnswerBytes());
    const { data } = await controller.find({ url: page.url, tag: 'docs' }, incoming);
    expect(data).toEqual({
      url: page.url,
      firstVisitAt: page.firstAt,
      lastVisitAt: page.visitedAt,
      lastChangeAt: page.changedAt,
      removed: false,
      versions,
    });
    expect(history.find).toHaveBeenCalledWith(page.url, { owner: 'anna', tag: 'docs' });
  });

  it('answers 404 for a page without history', async () => {
    const controller = new HistoryV2Controller(
      {
        find: async () => null,
        versions: async () => [],
      } as unknown as HistoryService,
      new AnswerBytes(),
    );
    await expect(controller.find({ url: page.url }, incoming)).rejects.toThrow(NotFoundError);
  });

  it.each([
    ['no address', {}],
    ['an address that is there twice', { url: ['a', 'b'] }],
    ['a fingerprint that is too long', { url: page.url, from: 'x'.repeat(200) }],
  ])('refuses %s', async (_, query) => {
    const controller = new HistoryV2Controller({} as HistoryService, new AnswerBytes());
    await expect(controller.diff(query as never, incoming)).rejects.toThrow(InvalidRequestError);
  });
});
