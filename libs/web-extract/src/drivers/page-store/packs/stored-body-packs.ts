import { randomBytes } from 'node:crypto';
import { ArchiveUnavailableError } from '../../../model/errors.js';
import { BodyPacks } from '../../../ports/stores/body-packs.port.js';
import type { ResultArchive } from '../../../ports/stores/result-archive.port.js';
import type { BodyPlace, PackedBody, PlacedBody } from './body-place.js';
import { BodyReader } from './body-reader.js';
import { openPack, packBodies } from './pack.js';

/** An owner with this many bodies in the store, or with bodies of this size, has enough for a pack. */
export const LEAST_BODIES = 64;
export const LEAST_BYTES = 256 * 1024;
/** Size of a pack, at most one body more. */
export const PACK_BYTES = 4 * 1024 * 1024;
export const PACK_BODIES = 1_000;
/** Lease of an owner whose pack is written. An upload takes less. */
export const LEASE_MS = 60_000;
/** A pack that is still not written after this time never will be. */
export const UNWRITTEN_MS = 3_600_000;
/** A pack with forgotten bodies is dissolved after this time: one rewrite for all calls in between. */
export const FORGOTTEN_MS = 3_600_000;
/** A pack whose bodies were removed for other reasons; earlier if half of them are. */
export const REMOVED_MS = 7 * 24 * 3_600_000;
/** Time for which a process works on a pack that it has claimed. */
const CLAIM_MS = 600_000;
/** Packs of one {@link BodyPacks.clean}. */
const MAX_CLEANED = 200;
/** Objects that one request removes. */
const REMOVED_AT_ONCE = 50;
/** Bodies that return to the store in one step. */
const RESTORED_BYTES = 1024 * 1024;
/** Failures after which a pack counts as damaged if it is listed. */
const MAX_FAILURES = 3;

/** A registered pack. */
export interface PackName {
  /** Hash of the owner. */
  readonly owner: string;
  readonly pack: string;
}

/** Contents of a claimed pack. */
export interface ClaimedPack {
  /** Number of pointers. A pack without any receives none. */
  readonly pointers: number;
  /** Size of the object; 0 if it was not written completely. */
  readonly bytes: number;
}

/** Packs as all stores have them; drivers read and replace the rows. */
export abstract class StoredBodyPacks extends BodyPacks {
  readonly folder: string;
  private archive: ResultArchive | null = null;
  private reader: BodyReader | null = null;
  private readonly failures = new Map<string, number>();

  constructor(kind: 'history' | 'cache') {
    super();
    this.folder = `bodies/${kind}/`;
  }

  override use(archive: ResultArchive): void {
    this.archive = archive;
    this.reader = new BodyReader(archive);
  }

  /** @returns null if the body cannot be read @param owner hash of the owner */
  async read(owner: string, { pack, offset, length }: BodyPlace): Promise<Buffer | null> {
    return (await this.reader?.read(this.nameOf({ owner, pack }), offset, length)) ?? null;
  }

  override async seal(signal?: AbortSignal): Promise<number> {
    let sealed = 0;
    for (const owner of await this.fullOwners())
      while (!signal?.aborted && (await this.sealFirst(owner))) sealed++;
    return sealed;
  }

  override async clean(nowMs: number, signal?: AbortSignal): Promise<number> {
    let removed = 0;
    const due = await this.due(nowMs, MAX_CLEANED);
    for (let at = 0; at < due.length && !signal?.aborted; at += REMOVED_AT_ONCE)
      removed += await this.removePacks(due.slice(at, at + REMOVED_AT_ONCE), nowMs);
    return removed;
  }

  override async knows(name: string): Promise<boolean> {
    const [owner, object] = name.slice(this.folder.length).split('/');
    const pack = object?.endsWith(SUFFIX) ? object.slice(0, -SUFFIX.length) : '';
    return owner !== undefined && pack !== '' && this.isRegistered({ owner, pack });
  }

  /** @returns false if the owner has too few bodies, or another worker packs them */
  private async sealFirst(owner: string): Promise<boolean> {
    const name = { owner, pack: randomBytes(16).toString('hex') };
    const bodies = await this.begin(name);
    if (bodies.length === 0) return false;
    const { bytes, placed } = await packBodies(bodies);
    try {
      await this.open().put(this.nameOf(name), bytes);
      await this.replace(name, placed, bytes.length);
    } finally {
      await this.release(name).catch(() => {}); // the lease expires
    }
    return true;
  }

  private async removePacks(due: readonly PackName[], nowMs: number): Promise<number> {
    const [empty, objects]: [PackName[], string[]] = [[], []];
    for (const name of due) {
      const claimed = await this.claim(name, nowMs + CLAIM_MS);
      if (claimed === null) continue;
      if (claimed.pointers > 0 && !(await this.dissolve(name, claimed.bytes))) continue;
      objects.push(this.nameOf(name), ...(await this.unfinished(name, claimed, nowMs)));
      empty.push(name);
    }
    if (objects.length > 0) await this.open().remove(objects);
    for (const name of empty) await this.drop(name);
    return empty.length;
  }

  /** Files of packs that a killed process did not finish. */
  private async unfinished(
    { owner }: PackName,
    { bytes }: ClaimedPack,
    nowMs: number,
  ): Promise<readonly string[]> {
    if (bytes > 0) return [];
    const names: string[] = [];
    for (let cursor: string | undefined; ;) {
      const listing = await this.open().list(`${this.folder}${owner}/`, cursor);
      for (const { name, modifiedAt } of listing.objects)
        if (!name.endsWith(SUFFIX) && nowMs - modifiedAt > UNWRITTEN_MS) names.push(name);
      if (listing.cursor === null) return names;
      cursor = listing.cursor;
    }
  }

  /** Returns the bodies of a pack to the store. @returns false if the pack is to be read again later */
  private async dissolve(name: PackName, bytes: number): Promise<boolean> {
    const object = await this.whole(name, bytes);
    if (object === 'unreadable') return false;
    const bodies = object === 'missing' ? null : await openPack(object);
    for (const part of partsOf(bodies ?? [])) await this.restore(name, part);
    return true;
  }

  /** @throws ArchiveUnavailableError if the archive is out of reach */
  private async whole(name: PackName, bytes: number): Promise<Buffer | 'missing' | 'unreadable'> {
    const object = this.nameOf(name);
    if (bytes === 0) return 'missing';
    try {
      return await this.open().read(object, 0, bytes);
    } catch (error) {
      if (!(error instanceof ArchiveUnavailableError)) throw error;
      const { objects } = await this.open().list(object); // fails if the archive is out of reach
      if (objects.every((one) => one.name !== object)) return 'missing';
      return this.isDamaged(object) ? 'missing' : 'unreadable';
    }
  }

  private isDamaged(object: string): boolean {
    const count = (this.failures.get(object) ?? 0) + 1;
    this.failures.delete(object);
    if (this.failures.size >= MAX_CLEANED) this.failures.clear();
    if (count < MAX_FAILURES) this.failures.set(object, count);
    return count >= MAX_FAILURES;
  }

  private open(): ResultArchive {
    if (!this.archive) throw new ArchiveUnavailableError('none is configured in this process');
    return this.archive;
  }

  private nameOf({ owner, pack }: PackName): string {
    return `${this.folder}${owner}/${pack}${SUFFIX}`;
  }

  /** Owners with enough bodies for a pack, by their hashes. */
  protected abstract fullOwners(): Promise<readonly string[]>;

  /**
   * Registers a pack, leases its owner and returns the oldest bodies of the owner.
   * @returns none if the owner is leased or has too few
   */
  protected abstract begin(name: PackName): Promise<readonly PackedBody[]>;

  /** Replaces bodies by pointers if they are unchanged and the pack is still registered. */
  protected abstract replace(name: PackName, placed: readonly PlacedBody[], bytes: number): Promise<void>;

  /** Ends the lease of an owner. */
  protected abstract release(name: PackName): Promise<void>;

  protected abstract due(nowMs: number, most: number): Promise<readonly PackName[]>;

  /** Postpones a due pack, so that other workers leave it alone. @returns null if it does not exist any more */
  protected abstract claim(name: PackName, untilMs: number): Promise<ClaimedPack | null>;

  /** Replaces pointers to a pack by their bodies. */
  protected abstract restore(name: PackName, placed: readonly PlacedBody[]): Promise<void>;

  /** Removes the registration of a pack. */
  protected abstract drop(name: PackName): Promise<void>;

  protected abstract isRegistered(name: PackName): Promise<boolean>;
}

const SUFFIX = '.pack';

function* partsOf(bodies: readonly PlacedBody[]): Generator<PlacedBody[]> {
  let [part, bytes]: [PlacedBody[], number] = [[], 0];
  for (const body of bodies) {
    part.push(body);
    bytes += body.length;
    if (bytes < RESTORED_BYTES) continue;
    yield part;
    [part, bytes] = [[], 0];
  }
  if (part.length > 0) yield part;
}
