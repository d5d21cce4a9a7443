import { compareTexts } from '../../../convert/changes/compare-texts.js';
import { applyReversePatch } from '../../../convert/changes/line-diff.js';
import { MemoryPageHistory } from '../../../drivers/in-process/memory.page-history.js';
import { FetchTimeoutError, UnavailableError } from '../../../model/errors.js';
import type { WebExtractEvent } from '../../../model/events.js';
import type { PageRequest } from '../../../model/page/page-request.js';
import { BodyRoom } from '../../../pipeline/body-room.js';
import type { PageReading, ReadingFacts, UnchangedPage } from '../../../pipeline/page-reading.js';
import { VerificationBudget } from '../../../pipeline/freshness/verification-budget.js';
import type { ExtractionCompute } from '../../../ports/extraction-compute.port.js';
import type { PageHistory } from '../../../ports/stores/page-history.port.js';
import { someHead, someHistoryKey, someText } from '../../../testing/contracts/page-history.contract.js';
import { somePage } from '../../../testing/some-page.js';
import { HostKnowledge } from '../host-knowledge.js';
import { historyKey } from '../history-key.js';
import { TrackedVisit } from './tracked-visit.js';
import type { TrackerTools, VisitPlan } from './visit-plan.js';

const URL = 'https://site.example/a';
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-05-05T12:00:00Z');

const plan: VisitPlan = {
  kind: 'crawl',
  crawlId: 'job',
  visitId: `job ${URL}`,
  isRepeated: false,
  isSimilar: false,
  hops: 1,
  isHidden: false,
  followsDocumentLinks: false,
  signal: new AbortController().signal,
};

const facts = (values: Partial<ReadingFacts> = {}): ReadingFacts => ({
  headers: { etag: '"1"' },
  isRedirected: false,
  isMovedPermanently: false,
  bodyHash: 'body',
  wireBytes: 500,
  requests: 1,
  isTruncated: false,
  rendering: 'none',
  settledBy: null,
  ...values,
});

const reading = (markdown: string, values: Partial<ReadingFacts> = {}): PageReading => ({
  page: somePage({ markdown, fetchedBy: values.rendering === 'done' ? 'browser' : 'http' }),
  anchors: [],
  structured: null,
  retryAfter: null,
  bytes: 500,
  vote: null,
  again: async () => somePage({ markdown }),
  facts: facts(values),
});

const NOT_MODIFIED: UnchangedPage = { kind: 'unchanged', by: '304', headers: { etag: '"2"' }, wireBytes: 0, requests: 1 }; // prettier-ignore

describe('A tracked visit', () => {
  let history: PageHistory;
  let events: WebExtractEvent[];
  beforeEach(() => {
    history = new MemoryPageHistory({ maxBytes: 4_000_000, maxBytesPerOwner: 1_000_000 });
    events = [];
    jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  });
  afterEach(() => jest.useRealTimers());

  const tools = (values: Partial<TrackerTools> = {}): TrackerTools => ({
    history,
    compute: { compare: async (question: never) => compareTexts(question) } as unknown as ExtractionCompute,
    hosts: new HostKnowledge(history),
    room: new BodyRoom(),
    feeds: null,
    settleScrape: async () => {},
    verification: new VerificationBudget(0),
    converter: 'v1',
    maxVersions: 1,
    trustSitemap: false,
    report: (event) => void events.push(event),
    ...values,
  });
  const request: PageRequest = { url: URL, track: { modes: ['git-diff'] } };
  const begin = (of: Partial<VisitPlan> = {}, values: Partial<TrackerTools> = {}) =>
    TrackedVisit.begin(tools(values), historyKey(request, URL, false), request, { ...plan, ...of });
  const steps = (read: PageReading) => ({
    reread: async () => read,
    finish: async ({ page }: PageReading) => ({ page, decision: null, fields: null }),
  });
  const visit = async (text: string, of: Partial<VisitPlan> = {}, values: Partial<ReadingFacts> = {}) => {
    const read = reading(text, values);
    return (await begin(of)).conclude(read, steps(read));
  };
  const entryOf = async () => (await history.find(historyKey(request, URL, false))).entry!;

  it('of a page with a large text waits for the end of others, and gives its memory back', async () => {
    const room = new BodyRoom(1_000);
    await visit('A text. '.repeat(100));
    const first = await begin({}, { room });
    const hasBegun = jest.fn();
    const second = begin({}, { room }).then((begun) => (hasBegun(), begun));
    for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve));
    expect(hasBegun).not.toHaveBeenCalled();
    first.release();
    first.release();
    (await second).release();
    (await begin({}, { room })).release();
  });

  it('of a scrape fails when it finds no memory in time', async () => {
    const room = new BodyRoom(1_000);
    await visit('A text. '.repeat(100));
    const first = await begin({}, { room });
    const late = expect(begin({ kind: 'scrape' }, { room })).rejects.toThrow(FetchTimeoutError);
    await jest.advanceTimersByTimeAsync(31_000);
    await late;
    first.release();
    (await begin({}, { room })).release();
  });

  it('that was recorded before its worker was killed reports the same again', async () => {
    await visit('One.', { visitId: 'first' });
    const killed = await visit('Two.', { visitId: 'second' }, { bodyHash: 'b' });
    const again = (await begin({ visitId: 'second' })).repeated;
    expect(killed.page.change).toMatchObject({ status: 'changed', diff: { text: expect.stringContaining('+Two.') } }); // prettier-ignore
    expect(again?.page.change).toEqual(killed.page.change);
    expect(again?.page.markdown).toBe('Two.');
    expect((await entryOf()).revision).toBe(2);
  });

  it('that was killed reports its change although another job has seen the page since', async () => {
    await visit('One.', { visitId: 'first' });
    await visit('Two.', { visitId: 'second' }, { bodyHash: 'b' });
    await visit('Three.', { visitId: 'third' }, { bodyHash: 'c' });
    const resumed = await begin({ visitId: 'second' });
    expect([resumed.repeated, resumed.known.validators]).toEqual([null, null]); // the page is fetched
    const read = reading('Three.', { bodyHash: 'c' });
    expect((await resumed.conclude(read, steps(read))).page.change?.status).toBe('changed');
    expect((await entryOf()).revision).toBe(3);
  });

  it('compares revisions: a worker whose clock is a day behind loses no change and invents none', async () => {
    await visit('One.', { visitId: 'a' });
    jest.setSystemTime(NOW - DAY_MS);
    expect((await visit('Two.', { visitId: 'b' }, { bodyHash: 'b' })).page.change?.status).toBe('changed');
    jest.setSystemTime(NOW + DAY_MS);
    expect((await visit('Two.', { visitId: 'c' }, { bodyHash: 'b' })).page.change?.status).toBe('same');
    jest.setSystemTime(NOW - 2 * DAY_MS);
    expect((await visit('Three.', { visitId: 'd' }, { bodyHash: 'c' })).page.change?.status).toBe('changed');
    expect((await entryOf()).revision).toBe(4);
  });

  it('of which two are concluded at once records one text after the other', async () => {
    await visit('One.', { visitId: 'a' });
    const [first, second] = [await begin({ visitId: 'b' }), await begin({ visitId: 'c' })];
    const [old, fresh] = [reading('Two.', { bodyHash: 'b' }), reading('Three.', { bodyHash: 'c' })];
    const one = await first.conclude(old, steps(old));
    const two = await second.conclude(fresh, steps(fresh));
    const texts = [one, two].map(({ page }) => page.change?.diff?.text);
    expect(texts).toEqual([expect.stringMatching(/-One\.[^]*\+Two\./), expect.stringMatching(/-Two\.[^]*\+Three\./)]); // prettier-ignore
  });

  it('that is answered 304 stores the validators of the 304', async () => {
    await visit('One.', { visitId: 'a' });
    const read = reading('One.');
    const { page, counts } = await (await begin({ visitId: 'b' })).conclude(NOT_MODIFIED, steps(read));
    expect(page).toMatchObject({ markdown: 'One.', change: { status: 'same' } });
    expect(counts).toMatchObject({ same: 1, bytes: 0, bytesSaved: 500 });
    expect((await begin({ visitId: 'c' })).known.validators).toEqual({ etag: '"2"', lastModified: null });
  });

  it('has neither validators nor a body hash of a page that a browser rendered', async () => {
    await visit('One.', { visitId: 'a' }, { rendering: 'done' });
    expect((await begin()).known).toEqual({ validators: null, bodyHash: null, outdatedBody: null });
    const unrendered = await visit('Loading', { visitId: 'b' }, { rendering: 'missing', bodyHash: 'shell' });
    expect(unrendered.page.change).toBeUndefined();
    expect(unrendered.page.warnings).toEqual([expect.stringContaining('was not rendered')]);
    expect((await entryOf()).text?.page.markdown).toBe('One.');
    expect((await visit('One.', { visitId: 'c' }, { rendering: 'done' })).page.change?.status).toBe('same');
  });

  it('trusts an equal body whatever the version of the converter', async () => {
    await visit('One.', { visitId: 'a' });
    const next = await begin({ visitId: 'b' }, { converter: 'v2' });
    expect(next.known.bodyHash).toBe('body');
    const same: UnchangedPage = { ...NOT_MODIFIED, by: 'body', wireBytes: 500 };
    const { page } = await next.conclude(same, steps(reading('Other words.')));
    expect([page.change?.status, page.warnings]).toEqual(['same', []]);
  });

  describe('of a page whose text another version of the converter made', () => {
    const ADDED = 'One.\n\nAlso for old bodies.';
    const again = async (markdown: string, former: string | null, of: Partial<VisitPlan> = {}) => {
      const read = reading(markdown, { bodyHash: 'b' });
      const found = former === null ? read : { ...read, former: { bodyHash: 'body', markdown: former } };
      return (await begin(of, { converter: 'v2' })).conclude(found, steps(found));
    };
    beforeEach(() => visit('One.', { visitId: 'a' }));

    it('asks for its former body', async () => {
      expect((await begin({}, { converter: 'v2' })).known.outdatedBody).toBe('body');
      expect((await begin()).known.outdatedBody).toBeNull();
    });

    it('invents no change if the former body has the same text now', async () => {
      const { page } = await again(ADDED, ADDED);
      expect([page.change?.status, page.warnings]).toEqual(['same', []]);
      expect((await entryOf()).text?.page.markdown).toBe(ADDED);
      expect((await entryOf()).head.changedAt).toBe(NOW);
    });

    it('reports what differs between both bodies, and keeps the stored text as a version', async () => {
      const { page } = await again(ADDED.replace('One', 'Two'), ADDED);
      const lines = page.change!.diff!.text.split('\n').filter((line) => /^[+-][^+-]/.test(line));
      expect([page.change?.status, lines, page.warnings]).toEqual(['changed', ['-One.', '+Two.'], []]);
      const [version] = await history.versions(historyKey(request, URL, false));
      expect(applyReversePatch('Two.\n\nAlso for old bodies.', version!.patch)).toBe('One.');
    });

    it('warns if the former body is not stored, or the text is the one of a later visit', async () => {
      expect((await again(ADDED, null)).page.warnings).toEqual([
        expect.stringContaining('converter changed'),
      ]);
      const late = await again(ADDED.replace('One', 'Two'), ADDED, { visitId: 'c' }); // the last visit was by this converter
      expect(late.page.change?.diff?.text).toContain('-One.');
      expect(late.page.warnings).toEqual([]);
    });

    it('compares with the text of a visit that was recorded meanwhile', async () => {
      const read = { ...reading('Two.', { bodyHash: 'b' }), former: { bodyHash: 'body', markdown: 'Zero.' } };
      const late = await begin({ visitId: 'c' }, { converter: 'v2' });
      await again('Two.', 'Zero.', { visitId: 'b' });
      expect((await late.conclude(read, steps(read))).page.change?.status).toBe('same');
    });
  });

  describe('that was recorded before its worker was killed, and cannot be made again,', () => {
    const CHANGED = { status: 'changed', diff: { text: expect.stringContaining('+Two.') } };
    const unavailable = (status: number) => {
      const read = reading('Try again later.', { bodyHash: 'x' });
      return { ...read, page: { ...read.page, statusCode: status } };
    };
    beforeEach(async () => {
      await visit('One.', { visitId: 'first' });
      await visit('Two.', { visitId: 'second' }, { bodyHash: 'b' });
    });

    it('reports its change with the page as it is stored', async () => {
      const { page } = (await begin({ visitId: 'second' })).recorded!;
      expect(page).toMatchObject({ markdown: 'Two.', statusCode: 200, change: CHANGED });
    });

    it('reports its change although the page has changed since and is unavailable now', async () => {
      await visit('Three.', { visitId: 'third' }, { bodyHash: 'c' });
      const resumed = await begin({ visitId: 'second' });
      const { page } = await resumed.conclude(unavailable(503), steps(unavailable(503)));
      expect(page).toMatchObject({ markdown: 'Three.', statusCode: 200, change: CHANGED });
      expect(page.warnings).toContainEqual(expect.stringContaining('could not be read again'));
    });

    it('reports its change without a text if none is stored', async () => {
      const find = history.find.bind(history);
      history.find = async (...stated) => {
        const { entry, verdict } = await find(...stated);
        return { entry: entry && { ...entry, text: null }, verdict };
      };
      const { page, counts } = (await begin({ visitId: 'second' })).recorded!;
      expect(page).toMatchObject({ url: URL, markdown: null, change: CHANGED });
      expect(counts.changed).toBe(1);
    });

    it('reports a removal with the status of the page', async () => {
      const gone = unavailable(410);
      await (await begin({ visitId: 'third' })).conclude(gone, steps(gone));
      const { page } = (await begin({ visitId: 'third' })).recorded!;
      expect(page).toMatchObject({ statusCode: 410, markdown: null, change: { status: 'removed' } });
    });

    it('has nothing to report if it was not recorded', async () => {
      expect((await begin({ visitId: 'other' })).recorded).toBeNull();
    });
  });

  it('of a worker that was only slow is reported by the worker that has the page now', async () => {
    await visit('One.', { visitId: 'first' });
    const next = await begin({ visitId: 'second' });
    await visit('Two.', { visitId: 'second' }, { bodyHash: 'b' });
    const { page } = await next.conclude(NOT_MODIFIED, steps(reading('One.')));
    expect(page.change).toMatchObject({ status: 'changed' });
  });

  it('records nothing after its task was aborted', async () => {
    await visit('One.', { visitId: 'first' });
    const slow = new AbortController();
    const next = await begin({ visitId: 'second', signal: slow.signal });
    slow.abort(new UnavailableError('the lease was lost'));
    const read = reading('Two.', { bodyHash: 'b' });
    await expect(next.conclude(read, steps(read))).rejects.toThrow('the lease was lost');
    expect((await entryOf()).revision).toBe(1);
  });

  it.each([
    ['changed', 'Two.'],
    ['same', 'One.'],
  ])('is reported as %s although the answer to the write was lost', async (status, text) => {
    await visit('One.', { visitId: 'first' });
    const record = history.record.bind(history);
    history.record = async (...stated) => {
      await record(...stated);
      throw new UnavailableError('no answer in time');
    };
    const { page } = await visit(text, { visitId: 'second' }, { bodyHash: 'b' });
    expect([page.change?.status, page.warnings]).toEqual([status, []]);
  });

  it('waits for the history after a write without an answer, if it is part of a job', async () => {
    await visit('One.', { visitId: 'first' });
    const next = await begin({ visitId: 'second' });
    const [record, find] = [history.record.bind(history), history.find.bind(history)];
    let failures = 2;
    history.record = async (...stated) => {
      await record(...stated);
      throw new UnavailableError('no answer in time');
    };
    history.find = (...stated) => (failures-- > 0 ? Promise.reject(new UnavailableError('away')) : find(...stated)); // prettier-ignore
    const read = reading('Two.', { bodyHash: 'b' });
    expect((await next.conclude(read, steps(read))).page.change?.status).toBe('changed');
    expect(failures).toBe(-1);
  });

  it('is recorded after a write that failed while the history was away, if it is part of a job', async () => {
    await visit('One.', { visitId: 'first' });
    const next = await begin({ visitId: 'second' });
    const record = history.record.bind(history);
    let failures = 2;
    history.record = (...stated) =>
      failures-- > 0 ? Promise.reject(new UnavailableError('away')) : record(...stated);
    const read = reading('Two.', { bodyHash: 'b' });
    const { page } = await next.conclude(read, steps(read));
    expect([page.change?.status, page.warnings]).toEqual(['changed', []]);
  });

  it('is not counted as a visit of the page where the history cannot be written', async () => {
    await visit('One.', { visitId: 'a' });
    const next = await begin({ visitId: 'b' });
    history.record = async () => {
      throw new UnavailableError('disk full');
    };
    const read = reading('Two.', { bodyHash: 'b' });
    const { page } = await next.conclude(read, steps(read));
    expect(page).toMatchObject({
      markdown: 'Two.',
      warnings: [expect.stringContaining('cannot be written')],
    });
    expect(page.change).toBeUndefined();
    expect(events.at(-1)).toMatchObject({
      type: 'history-failed',
      owner: 'host',
      reason: expect.stringContaining('disk full'),
    });
  });

  it('costs the tracking and not the page where there is no room for another page', async () => {
    history = new MemoryPageHistory({ maxBytes: 1_000_000, maxBytesPerOwner: 1_000 });
    const fill = (n: number) => {
      const url = `https://site.example/${n}`;
      const update = { head: someHead({ url }), text: someText(), maxVersions: 1 };
      return history.record(someHistoryKey({ owner: 'host', url }), update, 0);
    };
    for (let n = 0; (await fill(n)).kind === 'recorded'; n++);
    const { page } = await visit('One.');
    expect(page).toMatchObject({ markdown: 'One.', warnings: [expect.stringContaining('HISTORY_FULL')] });
    expect(page.change).toBeUndefined();
    expect(events.at(-1)).toMatchObject({ type: 'history-full', owner: 'host', crawlId: 'job' });
  });
});
