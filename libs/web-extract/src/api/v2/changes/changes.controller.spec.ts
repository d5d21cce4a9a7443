import type { ChangeFeed } from '../../../services/changes/change-feed.service.js';
import type { FeedRemovals } from '../../../services/changes/feed-removals.js';
import { ANSWER_BOUNDS, AnswerBytes } from '../../../services/memory/answer-bytes.js';
import type { IncomingRequest } from '../../gate/api-key.guard.js';
import { ChangesV2Controller } from './changes.controller.js';

describe('requests about changes', () => {
  /** Creates a controller whose feeds do not answer before the test resolves their requests. */
  const setUp = () => {
    const begun: string[] = [];
    const waiting: (() => void)[] = [];
    const answer = (owner: string): Promise<never> => {
      begun.push(owner);
      return new Promise((resolve) => waiting.push(() => resolve([] as never)));
    };
    const feed = { feeds: answer, read: ({ owner }: { owner: string }) => answer(owner) };
    const removals = { confirm: ({ owner }: { owner: string }) => answer(owner) };
    const controller = new ChangesV2Controller(
      feed as unknown as ChangeFeed,
      new AnswerBytes(),
      removals as unknown as FeedRemovals,
    );
    return { controller, begun, waiting };
  };
  const from = (owner: string) => ({ webExtractPrincipal: { owner } }) as unknown as IncomingRequest; // prettier-ignore
  const REQUESTS = {
    tags: (controller: ChangesV2Controller, owner: string) => controller.tags(from(owner)),
    confirmations: (controller: ChangesV2Controller, owner: string) =>
      controller.confirmRemovals({ body: { tag: 'docs' }, warnings: [] } as never, from(owner)),
    feeds: (controller: ChangesV2Controller, owner: string) => controller.changes({}, from(owner)),
  };

  it.each(Object.keys(REQUESTS) as (keyof typeof REQUESTS)[])('for %s take turns per owner', async (kind) => {
    const { controller, begun, waiting } = setUp();
    const { maxReads } = ANSWER_BOUNDS;
    const owners = [...Array<string>(maxReads + 1).fill('anna'), 'boris'];
    const answers = owners.map((owner) => REQUESTS[kind](controller, owner));
    await new Promise(setImmediate);
    expect(begun).toEqual([...Array<string>(maxReads).fill('anna'), 'boris']);
    for (const end of waiting.splice(0)) end();
    await answers[0];
    await new Promise(setImmediate);
    expect(begun.at(-1)).toBe('anna');
    waiting[0]!();
    await Promise.all(answers);
  });
});
