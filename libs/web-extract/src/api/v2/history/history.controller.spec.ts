import { InvalidRequestError } from '../../../model/errors.js';
import type { HistoryService } from '../../../services/history/history.service.js';
import type { IncomingRequest } from '../../gate/api-key.guard.js';
import { HistoryV2Controller } from './history.controller.js';

describe('DELETE /v2/history', () => {
  it.each([
    ['a tag that is there twice', { tag: ['a', 'b'] }],
    ['a tag that is too long', { tag: 'x'.repeat(257) }],
    ['an address that is there twice', { url: ['a', 'b'] }],
  ])('forgets nothing for %s', async (_, query) => {
    const forget = jest.fn();
    const controller = new HistoryV2Controller({ forget } as unknown as HistoryService);
    const incoming = { webExtractPrincipal: { owner: 'anna' } } as unknown as IncomingRequest;
    await expect(controller.forget(query, incoming)).rejects.toThrow(InvalidRequestError);
    expect(forget).not.toHaveBeenCalled();
  });
});
