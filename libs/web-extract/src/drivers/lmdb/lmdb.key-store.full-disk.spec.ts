import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { KeyRecord, CreditBalance } from '../../model/keys/api-key.js';
import { someKey } from '../../testing/contracts/key-store.contract.js';

const ROOT = resolve(__dirname, '../../../../..');

/** A disk of 2 MB; null where none can be mounted. */
function mountDisk(): string | null {
  const path = mkdtempSync(join(tmpdir(), 'keys-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', path], { stdio: 'ignore' });
    return path;
  } catch {
    rmSync(path, { recursive: true });
    return null;
  }
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
  readonly code?: string;
}

/** A key store in a process of its own. */
class RemoteStore {
  private readonly child: ChildProcess;
  private calls = 0;

  constructor(dataDir: string) {
    this.child = fork('./test/support/key-store-process.ts', [dataDir], {
      cwd: ROOT,
      execArgv: ['-r', './test/setup/typescript.cjs'],
      stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
    });
  }

  /** @throws Error named after the code of a refusal */
  async call<T>(method: string, ...args: unknown[]): Promise<T> {
    const id = ++this.calls;
    this.child.send({ id, method, args });
    for (;;) {
      const [answer] = (await once(this.child, 'message')) as [Answer];
      if (answer.id !== id) continue;
      if (answer.error !== undefined) throw new Error(answer.code ?? answer.error);
      return answer.value as T;
    }
  }

  async kill(): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }
}

const disk = mountDisk();
const describeOnDisk = disk ? describe : describe.skip;

describeOnDisk('LmdbKeyStore on a full disk (needs the right to mount a tmpfs)', () => {
  const ballast = () => join(disk!, 'ballast');
  let store: RemoteStore;

  beforeEach(async () => {
    store = new RemoteStore(disk!);
    await store.call('secret', 'the secret');
  });
  afterEach(async () => {
    await store.kill();
    execFileSync('sh', ['-c', `rm -rf ${disk}/*`]);
  });
  afterAll(() => {
    execFileSync('umount', [disk!]);
    rmSync(disk!, { recursive: true });
  });

  function fillDisk(): void {
    for (let bytes = 1 << 20; bytes >= 1; bytes >>= 1) {
      try {
        for (;;) writeFileSync(ballast(), Buffer.alloc(bytes), { flag: 'a' });
      } catch {
        // the next, smaller piece may fit
      }
    }
  }

  /** Adds keys until the disk takes no more. @returns those that were added, and the one that was not */
  async function addUntilFull(): Promise<{ readonly added: KeyRecord[]; readonly refused: KeyRecord }> {
    const added: KeyRecord[] = [];
    fillDisk();
    for (;;) {
      const key = someKey({ name: 'n'.repeat(100) });
      try {
        await store.call('add', key);
        added.push(key);
      } catch (error) {
        expect((error as Error).message).toBe('SERVICE_UNAVAILABLE');
        return { added, refused: key };
      }
    }
  }

  it('refuses keys that it cannot keep, and knows none of them', async () => {
    const { added, refused } = await addUntilFull();
    expect(await store.call('find', refused.hash)).toBeNull();
    expect(await store.call('ofOwner', 'anna')).toHaveLength(added.length);
    await store.kill();
    store = new RemoteStore(disk!);
    expect(await store.call('secret', 'another')).toBe('the secret');
    expect(await store.call('ofOwner', 'anna')).toHaveLength(added.length);
  });

  it('takes keys again when there is room, and has those it took', async () => {
    const { added, refused } = await addUntilFull();
    rmSync(ballast());
    await store.call('add', refused);
    await store.kill();
    store = new RemoteStore(disk!);
    expect(await store.call('ofOwner', 'anna')).toHaveLength(added.length + 1);
  });

  it('gives no credits that it cannot keep, and counts what is used in memory', async () => {
    await store.call('grant', 'anna', 10);
    await addUntilFull();
    const given: boolean[] = [];
    for (let n = 0; n < 20; n++) {
      const grant = store.call('grant', `owner ${n}`, 5);
      given.push(
        await grant.then(
          () => true,
          () => false,
        ),
      );
    }
    for (const [n, isGiven] of given.entries()) {
      const ledger = await store.call<CreditBalance | null>('ledger', `owner ${n}`);
      expect(ledger).toEqual(isGiven ? { granted: 5, used: 0 } : null);
    }
    const cost = { pages: 1, credits: 3 };
    const reserved = await store.call('reserve', 'anna', cost, 100);
    await store.call('settle', 'anna', reserved, cost, cost).catch(() => {});
    expect(await store.call('ledger', 'anna')).toEqual({ granted: 10, used: 3 });
  });

  it('counts usage that it cannot keep in memory, and keeps it with the next usage that fits', async () => {
    const usage = { pages: 0, bytes: 100, browserMs: 0, tokens: 0 };
    await addUntilFull();
    for (let n = 1; n <= 20; n++)
      expect(await store.call('use', 'anna', usage)).toMatchObject({ bytes: 100 * n });
    rmSync(ballast());
    await store.call('use', 'anna', usage);
    await store.kill();
    store = new RemoteStore(disk!);
    expect(await store.call('usageOfDay', 'anna')).toMatchObject({ bytes: 2_100 });
  });
});
