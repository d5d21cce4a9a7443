import { setTimeout as sleep } from 'node:timers/promises';
import type { HostGate, HostPermit, HostPolicy } from '../../ports/host-gate.port.js';

const CRAWL = { id: 'crawl', owner: 'anna' };
const FREE: HostPolicy = { delayMs: 0, maxConcurrent: 2 };
const paced = (delayMs: number): HostPolicy => ({ delayMs, maxConcurrent: 16 });

type Answer = Awaited<ReturnType<HostGate['enter']>>;
const isPass = (answer: Answer): answer is HostPermit => 'release' in answer;

/** Contract suite of `HostGate`. Call it inside a spec of the driver; `makeGate` returns an empty one. */
export function hostGateContract(makeGate: () => HostGate | Promise<HostGate>): void {
  let gate: HostGate;
  beforeEach(async () => {
    gate = await makeGate();
  });

  /** Enters a host that must be open. */
  async function enter(host: string, policy: HostPolicy): Promise<HostPermit> {
    const answer = await gate.enter(host, policy, CRAWL);
    if (!isPass(answer)) throw new Error(`${host} is closed until ${answer.retryAtMs}`);
    return answer;
  }

  /** Enters a host, retrying at the time returned by the gate. */
  async function enterSoon(host: string, policy: HostPolicy): Promise<HostPermit & { askedAt: number }> {
    for (;;) {
      const askedAt = performance.now();
      const answer = await gate.enter(host, policy, CRAWL);
      if (isPass(answer)) return { ...answer, askedAt };
      await sleep(Math.max(1, answer.retryAtMs - Date.now()));
    }
  }

  const closedUntil = async (host: string, policy: HostPolicy): Promise<number> => {
    const answer = await gate.enter(host, policy, CRAWL);
    if (isPass(answer)) throw new Error(`${host} is open`);
    return answer.retryAtMs;
  };

  it('admits as many requests at once as the policy allows', async () => {
    const first = await enter('site.test:80', FREE);
    await enter('site.test:80', FREE);
    const before = Date.now();
    expect(await closedUntil('site.test:80', FREE)).toBeGreaterThanOrEqual(before);
    await first.release();
    await enter('site.test:80', FREE);
    await closedUntil('site.test:80', FREE);
  });

  it('gives a place back once, however often it is released', async () => {
    const first = await enter('site.test:80', FREE);
    await enter('site.test:80', FREE);
    await first.release();
    await first.release();
    await enter('site.test:80', FREE);
    await closedUntil('site.test:80', FREE);
  });

  it.each(['site.test:443', '127.0.0.1:8080', '[::1]:8080', 'localhost:3000'])(
    'keeps the pace of %s',
    async (host) => {
      const delayMs = 40;
      // the gate admits a start between the request and its reply
      const starts: { askedAt: number; heardAt: number }[] = [];
      for (let n = 0; n < 5; n++) {
        const { askedAt, release } = await enterSoon(host, paced(delayMs));
        starts.push({ askedAt, heardAt: performance.now() });
        await release();
      }
      for (let n = 1; n < 5; n++)
        expect(starts[n]!.heardAt - starts[n - 1]!.askedAt).toBeGreaterThanOrEqual(0.95 * delayMs);
      expect(starts[4]!.heardAt - starts[0]!.askedAt).toBeGreaterThanOrEqual(4 * 0.95 * delayMs);
    },
  );

  it('says when the next request may start', async () => {
    const before = Date.now();
    const pass = await enter('site.test:80', paced(5_000));
    await pass.release();
    const retryAtMs = await closedUntil('site.test:80', paced(5_000));
    expect(retryAtMs).toBeGreaterThanOrEqual(before + 0.95 * 5_000);
    expect(retryAtMs).toBeLessThanOrEqual(Date.now() + 5_000);
  });

  it('admits one at a time where there is a delay', async () => {
    const slow = await enter('site.test:80', paced(1));
    await sleep(5);
    await closedUntil('site.test:80', paced(1));
    await slow.release();
    await enterSoon('site.test:80', paced(1));
  });

  it('makes nobody wait longer than the delay he asks for', async () => {
    const before = Date.now();
    await (await enter('site.test:80', paced(60_000))).release();
    await (await enter('site.test:80', FREE)).release();
    await (await enterSoon('site.test:80', paced(30))).release();
    expect(Date.now() - before).toBeLessThan(10_000);
    expect(await closedUntil('site.test:80', paced(60_000))).toBeGreaterThanOrEqual(before + 0.95 * 60_000);
  });

  it('admits who keeps a delay while others, who keep none, are under way', async () => {
    await enter('site.test:80', paced(1));
    await enter('site.test:80', { delayMs: 0, maxConcurrent: 16 });
    const other = await enter('other.test:80', { delayMs: 0, maxConcurrent: 16 });
    await enterSoon('other.test:80', paced(1));
    await other.release();
  });

  it('gives a full host in turns, whoever had how many places already', async () => {
    const ask = (id: string) => gate.enter('site.test:80', FREE, { ...CRAWL, id });
    const passes = [await ask('big'), await ask('big')].filter(isPass);
    expect(isPass(await ask('small'))).toBe(false);
    await passes[0]!.release();
    expect(isPass(await ask('big'))).toBe(false);
    expect(isPass(await ask('small'))).toBe(true);
    await passes[1]!.release();
    expect(isPass(await ask('big'))).toBe(true);
  });

  it('gives the first place to an owner that has none, however many crawls of another wait', async () => {
    const ask = (owner: string, id: string) => gate.enter('site.test:80', FREE, { owner, id });
    const passes = [await ask('anna', 'a1'), await ask('anna', 'a2')].filter(isPass);
    await ask('anna', 'a3');
    expect(isPass(await ask('berta', 'b1'))).toBe(true);
    expect(isPass(await ask('berta', 'b2'))).toBe(false);
    expect(isPass(await ask('clara', 'c1'))).toBe(false); // one more than allowed is in use
    for (const pass of passes) await pass.release();
    expect(isPass(await ask('anna', 'a3'))).toBe(true);
  });

  it('gives owners their turns, whoever has how many crawls that wait', async () => {
    const ask = async (owner: string, id: string) =>
      isPass(await gate.enter('site.test:80', FREE, { owner, id }));
    const first = (await gate.enter('site.test:80', FREE, { owner: 'anna', id: 'a1' })) as HostPermit;
    const second = (await gate.enter('site.test:80', FREE, { owner: 'berta', id: 'b1' })) as HostPermit;
    for (const id of ['a2', 'a3', 'a4', 'a5']) expect(await ask('anna', id)).toBe(false);
    for (const id of ['b2', 'b3']) expect(await ask('berta', id)).toBe(false);
    await first.release();
    await second.release();
    expect(await ask('anna', 'a3')).toBe(false);
    expect(await ask('berta', 'b2')).toBe(true);
    expect(await ask('anna', 'a2')).toBe(true);
  });

  it('forgets the turn of one who asks no more', async () => {
    const ask = (id: string) => gate.enter('site.test:80', FREE, { ...CRAWL, id });
    const passes = [await ask('big'), await ask('big')].filter(isPass);
    await ask('gone');
    await passes[0]!.release();
    for (let answer = await ask('big'); !isPass(answer); answer = await ask('big')) await sleep(20);
  });

  it('keeps hosts apart', async () => {
    await enter('site.test:80', paced(60_000));
    await enter('site.test:8080', paced(60_000));
    await enter('other.test:80', paced(60_000));
    await closedUntil('other.test:80', paced(60_000));
  });

  it('leaves a host alone that wants it, whoever else was under way', async () => {
    const [first, second] = [await enter('site.test:80', FREE), await enter('site.test:80', FREE)];
    const before = Date.now();
    await first.release(30_000);
    await second.release(10); // the longer time applies
    expect(await closedUntil('site.test:80', FREE)).toBeGreaterThanOrEqual(before + 30_000);
    await enter('other.test:80', FREE);
  });

  it('opens again when the host was left alone long enough', async () => {
    const before = Date.now();
    await (await enter('site.test:80', FREE)).release(30);
    await enterSoon('site.test:80', FREE);
    expect(Date.now()).toBeGreaterThanOrEqual(before + 30);
  });

  it('admits no more than allowed when many ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => gate.enter('site.test:80', FREE, CRAWL)),
    );
    expect(answers.filter(isPass)).toHaveLength(2);
    const delayed = await Promise.all(
      Array.from({ length: 20 }, () => gate.enter('slow.test:80', paced(10_000), CRAWL)),
    );
    expect(delayed.filter(isPass)).toHaveLength(1);
  });
}
