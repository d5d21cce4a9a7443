import { MemoryPageHistory } from '../../drivers/in-process/memory.page-history.js';
import type { KindDecision } from '../../model/page/page-kind.js';
import type { HostFacts } from '../../model/snapshot.js';
import { FACT_BOUNDS, HostKnowledge } from './host-knowledge.js';

const group = (owner: string) => ({ owner, tag: '', variant: '' });

describe('HostKnowledge', () => {
  /** A history that has the same large facts of every host. */
  function setUp(exceptions: number) {
    const decision = {
      kind: 1,
      container: 2,
      exceptions: Array(exceptions).fill(3),
      pieces: [],
      pageType: 'article',
    };
    const facts = { wrongDates: 0, distrustedUntil: 0, decisions: [decision] } as unknown as HostFacts;
    const history = new MemoryPageHistory({ maxBytes: 1e6, maxBytesPerOwner: 1e6 });
    const hostFacts = jest.spyOn(history, 'hostFacts').mockResolvedValue(facts);
    const keepHostFacts = jest.spyOn(history, 'keepHostFacts').mockResolvedValue();
    return { hosts: new HostKnowledge(history), hostFacts, keepHostFacts };
  }

  it('keeps the facts of a host for some seconds', async () => {
    const { hosts, hostFacts } = setUp(1);
    for (const owner of ['a', 'a', 'b']) await hosts.of(group(owner), 'a.example');
    expect(hostFacts).toHaveBeenCalledTimes(2);
  });

  it.each([1, 100])('is bounded with the hosts of %d owners', async (owners) => {
    const { hosts, hostFacts } = setUp(2_000);
    const bytes = 2_000 * 24;
    const count = Math.ceil((2 * FACT_BOUNDS.maxBytes) / bytes);
    for (let n = 0; n < count; n++) await hosts.of(group(`owner-${n % owners}`), `host-${n}`);
    const read = hostFacts.mock.calls.length;
    for (let n = count - 1; n >= 0; n--) await hosts.of(group(`owner-${n % owners}`), `host-${n}`);
    const kept = count - (hostFacts.mock.calls.length - read);
    const most = owners === 1 ? FACT_BOUNDS.maxOwnerBytes : FACT_BOUNDS.maxBytes;
    expect([kept > 10, kept * bytes <= most]).toEqual([true, true]);
  });

  it('adds no decision that makes the facts of a host large', async () => {
    const { hosts, keepHostFacts } = setUp(5_000);
    const decision = (exceptions: number) => ({ kind: 9, container: 2, exceptions: Array(exceptions).fill(3), pieces: [], pageType: 'article' }) as unknown as KindDecision; // prettier-ignore
    await hosts.noteDecision(group('a'), 'a.example', decision(10_000));
    expect(keepHostFacts).not.toHaveBeenCalled();
    await hosts.noteDecision(group('a'), 'a.example', decision(100));
    expect(keepHostFacts).toHaveBeenCalledTimes(1);
  });
});
