import { UnavailableError } from '../../model/errors.js';
import { RenderQueue } from './render-queue.js';

const NO_SIGNAL = new AbortController().signal;

function open(limits: Partial<ConstructorParameters<typeof RenderQueue>[0]> = {}) {
  const queue = new RenderQueue({ maxPages: 2, maxPagesPerHost: 2, maxQueued: 10, ...limits });
  const started: string[] = [];
  const leave = new Map<string, () => void>();
  const enter = (
    name: string,
    host = name,
    priority: 'scrape' | 'crawl' = 'scrape',
    signal = NO_SIGNAL,
    owner = 'host',
  ) =>
    queue.enter({ host, priority, owner }, signal).then((end) => {
      started.push(name);
      leave.set(name, end);
    });
  const settled = () => new Promise(setImmediate);
  return { queue, started, enter, settled, end: (name: string) => leave.get(name)!() };
}

describe('RenderQueue', () => {
  it('lets scrapes go before crawls, and keeps a place for them', async () => {
    const { started, enter, end, settled } = open();
    void enter('crawl 1', 'a', 'crawl');
    void enter('crawl 2', 'b', 'crawl');
    void enter('scrape 1');
    void enter('scrape 2');
    await settled();
    expect(started).toEqual(['crawl 1', 'scrape 1']);
    end('crawl 1');
    await settled();
    end('scrape 1');
    await settled();
    expect(started).toEqual(['crawl 1', 'scrape 1', 'scrape 2', 'crawl 2']);
  });

  it('skips a host that has its share', async () => {
    const { started, enter, settled } = open({ maxPagesPerHost: 1 });
    for (const name of ['a', 'b']) void enter(`${name} 1`, name);
    const {
      started: others,
      enter: enterOther,
      end: endOther,
      settled: settledOther,
    } = open({ maxPagesPerHost: 1 });
    void enterOther('a 1', 'a');
    void enterOther('a 2', 'a');
    void enterOther('b 1', 'b');
    await settled();
    await settledOther();
    expect(started).toEqual(['a 1', 'b 1']);
    expect(others).toEqual(['a 1', 'b 1']);
    endOther('a 1');
    await settledOther();
    expect(others).toEqual(['a 1', 'b 1', 'a 2']);
  });

  it('serves owners side by side, and refuses one who has too many waiting', async () => {
    const { enter, end, started, settled } = open({ maxPages: 2, maxQueued: 4 });
    const of = (owner: string, name: string) => enter(name, name, 'scrape', NO_SIGNAL, owner);
    for (let n = 1; n <= 6; n++) void of('anna', `anna ${n}`);
    await settled();
    await expect(of('anna', 'anna 7')).rejects.toThrow(UnavailableError);
    void of('bert', 'bert 1');
    void of('bert', 'bert 2');
    await expect(of('bert', 'bert 3')).rejects.toThrow(UnavailableError);
    void enter('a page of a crawl', 'c', 'crawl', NO_SIGNAL, 'anna');
    end('anna 1');
    await settled();
    end('anna 2');
    await settled();
    expect(started).toEqual(['anna 1', 'anna 2', 'bert 1', 'anna 3', 'bert 2']);
  });

  it('reserves a slot for an owner that has no page in the browser', async () => {
    const { enter, end, started, settled } = open({ maxPages: 2 });
    const of = (owner: string, name: string, priority: 'scrape' | 'crawl' = 'scrape') =>
      enter(name, name, priority, NO_SIGNAL, owner);
    for (let n = 1; n <= 4; n++) void of('anna', `anna ${n}`);
    void of('bert', 'bert 1', 'crawl');
    void of('bert', 'bert 2');
    await settled();
    expect(started).toEqual(['anna 1', 'anna 2', 'bert 1']);
    end('bert 1');
    await settled();
    expect(started.slice(3)).toEqual(['bert 2']);
    end('anna 1');
    await settled();
    expect(started.slice(4)).toEqual(['anna 3']);
  });

  it('never gives the reserved slot to an owner that has a page', async () => {
    const { enter, end, started, settled } = open({ maxPages: 1 });
    const of = (owner: string, name: string) => enter(name, name, 'scrape', NO_SIGNAL, owner);
    for (const name of ['anna 1', 'anna 2', 'anna 3']) void of('anna', name);
    await settled();
    end('anna 1');
    await settled();
    expect(started).toEqual(['anna 1', 'anna 2']);
  });

  it('reserves a slot at each host for an owner that has no page of it', async () => {
    const { enter, started, settled } = open({ maxPages: 4, maxPagesPerHost: 1 });
    const of = (owner: string, name: string) => enter(name, 'one.example', 'scrape', NO_SIGNAL, owner);
    for (const owner of ['anna', 'anna', 'bert', 'carl']) void of(owner, `${owner}`);
    void enter('bert elsewhere', 'two.example', 'scrape', NO_SIGNAL, 'bert');
    await settled();
    expect(started).toEqual(['anna', 'bert', 'bert elsewhere']);
  });

  it('gives the only place to crawls too', async () => {
    const { started, enter, settled } = open({ maxPages: 1 });
    void enter('crawl', 'a', 'crawl');
    await settled();
    expect(started).toEqual(['crawl']);
  });

  it('refuses more than may wait, forgets who gives up, and everybody when it closes', async () => {
    const { queue, enter, end, started, settled } = open({ maxPages: 1, maxQueued: 1 });
    await enter('first');
    const controller = new AbortController();
    const impatient = enter('impatient', 'a', 'scrape', controller.signal);
    await expect(enter('too many')).rejects.toThrow(UnavailableError);
    controller.abort(new Error('enough'));
    await expect(impatient).rejects.toThrow('enough');
    const waiting = enter('waiting');
    end('first');
    end('first');
    await settled();
    expect(started).toEqual(['first', 'waiting']);
    const last = enter('last');
    queue.close(new UnavailableError('closing'));
    await expect(last).rejects.toThrow('closing');
    await expect(enter('late')).rejects.toThrow('closing');
    await waiting;
  });
});
