import { createHash } from 'node:crypto';
import type { BodyPlace, BodyTable, PackedBody, PlacedBody } from '../../page-store/packs/body-place.js';
import {
  LEASE_MS,
  LEAST_BODIES,
  LEAST_BYTES,
  PACK_BODIES,
  PACK_BYTES,
  StoredBodyPacks,
  UNWRITTEN_MS,
  type ClaimedPack,
  type PackName,
} from '../../page-store/packs/stored-body-packs.js';
import type { RedisScripts, ScriptArguments } from '../redis-scripts.js';

/** Owners, and bodies, that one script looks at. */
const OWNERS_A_STEP = 100;
const BODIES_A_STEP = 50;
/** Begins the location of a body in a reply: no packed body begins with it. */
const POINTER = '>'.charCodeAt(0);

/** Packs of a history or a cache in Redis. */
export class RedisBodyPacks extends StoredBodyPacks {
  /** @param prefix begins all keys of the store */
  constructor(
    kind: 'history' | 'cache',
    private readonly scripts: RedisScripts,
    private readonly prefix: string,
    private readonly tables: readonly BodyTable[],
  ) {
    super(kind);
  }

  /** Dissolves packs with bodies that are removed already. @param owner its hash */
  async forget(owner: string): Promise<void> {
    await this.run('forget', [owner]);
  }

  /** Looks up a body. @param owner hash of the owner */
  async lookUp(table: BodyTable, owner: string, id: string): Promise<Buffer | BodyPlace | null> {
    return bodyIn((await this.runForBytes('body', [table, owner, id])) as Buffer | null);
  }

  protected override async fullOwners(): Promise<readonly string[]> {
    const full: string[] = [];
    for (let at = 0; ; at += OWNERS_A_STEP) {
      const args = [LEAST_BODIES, LEAST_BYTES, at, at + OWNERS_A_STEP - 1, ...this.tables];
      const [seen, ...owners] = (await this.run('full', args)) as [number, ...string[]];
      full.push(...owners);
      if (seen < OWNERS_A_STEP) return full;
    }
  }

  protected override async begin({ owner, pack }: PackName): Promise<readonly PackedBody[]> {
    const bounds = [LEAST_BODIES, LEAST_BYTES, PACK_BODIES, PACK_BYTES, LEASE_MS, UNWRITTEN_MS];
    const reply = (await this.runForBytes('begin', [owner, pack, ...bounds, ...this.tables])) as Buffer[];
    const bodies: PackedBody[] = [];
    for (let at = 0; at < reply.length; at += 3) {
      const [table, id, bytes] = reply.slice(at, at + 3) as [Buffer, Buffer, Buffer];
      bodies.push({ table: String(table) as BodyTable, id: String(id), bytes });
    }
    return bodies;
  }

  protected override async replace(
    { owner, pack }: PackName,
    placed: readonly PlacedBody[],
    bytes: number,
  ): Promise<void> {
    for (let at = 0; at < placed.length; at += BODIES_A_STEP) {
      const part = placed.slice(at, at + BODIES_A_STEP);
      const args = part.flatMap(({ table, id, bytes: body, offset, length }) => [
        ...[table, id, createHash('sha1').update(body).digest('hex'), offset, length],
      ]);
      await this.run('replace', [owner, pack, ...args]);
    }
    await this.run('finish', [owner, pack, bytes]);
  }

  protected override async release({ owner, pack }: PackName): Promise<void> {
    await this.run('release', [owner, pack]);
  }

  protected override async due(nowMs: number, most: number): Promise<readonly PackName[]> {
    const names = await this.scripts.send((client) =>
      client.zrangebyscore(`${this.prefix}packs-due`, '-inf', nowMs, 'LIMIT', 0, most),
    );
    return names.map((name) => {
      const [owner = '', pack = ''] = name.split(' ');
      return { owner, pack };
    });
  }

  protected override async claim({ owner, pack }: PackName, untilMs: number): Promise<ClaimedPack | null> {
    const reply = (await this.run('claim', [owner, pack, untilMs])) as [number, number] | null;
    return reply && { pointers: reply[0], bytes: reply[1] };
  }

  protected override async restore({ owner, pack }: PackName, placed: readonly PlacedBody[]): Promise<void> {
    const args = placed.flatMap(({ table, id, offset, length, bytes }) => [table, id, offset, length, bytes]);
    await this.run('restore', [owner, pack, ...args]);
  }

  protected override async drop({ owner, pack }: PackName): Promise<void> {
    await this.run('drop', [owner, pack]);
  }

  protected override async isRegistered({ owner, pack }: PackName): Promise<boolean> {
    return (await this.scripts.send((client) => client.hexists(`${this.prefix}packs:${owner}`, pack))) === 1;
  }

  private run(name: string, args: ScriptArguments): Promise<unknown> {
    return this.scripts.run(`packs/${name}`, [this.prefix], args);
  }

  private runForBytes(name: string, args: ScriptArguments): Promise<unknown> {
    return this.scripts.runBytes(`packs/${name}`, [this.prefix], args);
  }
}

/** Reads a body, or its location, from a reply. */
export function bodyIn(reply: Buffer | null | undefined): Buffer | BodyPlace | null {
  if (!reply) return null;
  if (reply[0] !== POINTER) return reply;
  const [pack = '', offset, length] = reply.toString('latin1', 1).split(' ');
  return { pack, offset: Number(offset), length: Number(length) };
}
