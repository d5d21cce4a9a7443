import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  ConflictError,
  ExtractorExistsError,
  ExtractorLimitError,
  InvalidRequestError,
  NotFoundError,
  UnavailableError,
} from '../../model/errors.js';
import type { ExtractorProgram } from '../../model/extractor/extractor-program.js';
import type { VersionCause } from '../../model/extractor/extractor-view.js';
import { kept } from '../../model/kept.js';
import { ResolvedOptions } from '../../model/options.js';
import {
  ExtractorStore,
  type ExtractorBounds,
  type ListRange,
  type StoredExtractor,
  type ValueBounds,
} from '../../ports/stores/extractor-store.port.js';
import {
  checkInput,
  MAX_VERSIONS,
  stateText,
  templatesOf,
  type ExtractorRecord,
  type ExtractorState,
} from './extractor-state.js';

/** A known record may be this old. */
const RECORD_MS = 1_000;
const MAX_RECORDS = 50;
/** Characters of the states of known records. */
const MAX_KNOWN_CHARS = 4_194_304;
const MAX_PROGRAMS = 50;
/** Parsing a longer state takes more than a millisecond. */
const LONG_CHARS = 65_536;
/** Extractors of a list that are read at once. */
const LIST_PART = 10;
/** Characters of the states of a list. */
const MAX_LIST_CHARS = 8_388_608;
/** Writes of other processes that may come in between. */
const TRIES = 20;

/** Limits without a data directory: everything is in memory. */
const MEMORY = { maxBytes: 67_108_864, historyBytes: 33_554_432 };

/** Bounds of changes that must not fail for want of room: states have a limit of their own. */
export const UNBOUNDED: ExtractorBounds = {
  maxPerOwner: Infinity,
  maxBytesPerOwner: Infinity,
  maxBytes: Infinity,
};

interface KnownRecord {
  readonly record: ExtractorRecord | null;
  readonly until: number;
}

/** Stored extractors and their programs, of which the last ones used are kept for a second. */
@Injectable()
export class ExtractorRecords {
  readonly bounds: ExtractorBounds;
  readonly valueBounds: ValueBounds;
  private readonly known = kept('extractors', new Map<string, KnownRecord>());
  private readonly programs = kept('extractorPrograms', new Map<string, string>());

  constructor(
    private readonly store: ExtractorStore,
    { extractors, dataDir }: ResolvedOptions,
  ) {
    const { maxPerOwner, maxBytesPerOwner, maxBytes, historyBytesPerOwner, historyBytes } = extractors;
    const most = dataDir === undefined ? MEMORY : { maxBytes: Infinity, historyBytes: Infinity };
    this.bounds = { maxPerOwner, maxBytesPerOwner, maxBytes: Math.min(maxBytes, most.maxBytes) };
    this.valueBounds = {
      maxBytesPerOwner: historyBytesPerOwner,
      maxBytes: Math.min(historyBytes, most.historyBytes),
    };
  }

  /** @throws NotFoundError if it is unknown or of another owner; UnavailableError */
  async get(owner: string, idOrName: string): Promise<ExtractorRecord> {
    const record = await this.find(owner, idOrName);
    if (!record) throw extractorNotFound(idOrName);
    return record;
  }

  async find(owner: string, idOrName: string): Promise<ExtractorRecord | null> {
    if (idOrName === '' || idOrName.length > 200) return null;
    const stored = await this.store.find(owner, idOrName);
    const record = stored && readRecord(owner, stored);
    this.remember(owner, idOrName, record);
    return record;
  }

  /** Like `find`, but the record may be a second old. */
  async recent(owner: string, idOrName: string): Promise<ExtractorRecord | null> {
    const known = this.known.get(keyOf(owner, idOrName));
    return known && known.until > Date.now() ? known.record : this.find(owner, idOrName);
  }

  /** Extractors of an owner, the newest first. @throws InvalidRequestError if they are too large for one list */
  async list(owner: string, { offset, limit }: ListRange): Promise<readonly ExtractorRecord[]> {
    const records: ExtractorRecord[] = [];
    let chars = 0;
    while (records.length < limit) {
      const part = { offset: offset + records.length, limit: Math.min(LIST_PART, limit - records.length) };
      const found = await this.store.list(owner, part);
      for (const stored of found) {
        chars += stored.state.length;
        if (chars > MAX_LIST_CHARS) throw tooLong(records.length);
        records.push(readRecord(owner, stored));
        if (stored.state.length > LONG_CHARS) await setImmediate(); // other requests go on between long ones
      }
      if (found.length < part.limit) break;
    }
    return records;
  }

  /** @throws ExtractorExistsError, ExtractorLimitError, InvalidRequestError */
  async create(owner: string, name: string | null, state: ExtractorState): Promise<ExtractorRecord> {
    checkInput(state);
    const stored: StoredExtractor = {
      id: randomUUID(),
      name,
      revision: 1,
      createdAt: Date.now(),
      state: stateText(state),
    };
    const result = await this.store.create(owner, stored, this.bounds);
    if (result === 'exists') throw new ExtractorExistsError(name!);
    if (result === 'full') throw new ExtractorLimitError(this.bounds.maxPerOwner);
    this.forgetKnown(owner);
    return readRecord(owner, stored);
  }

  /**
   * Changes the state of an extractor; null changes nothing.
   * @param change called again if another process has changed the extractor
   * @param bounds of the store, unless the change must not fail for want of room
   * @throws NotFoundError, ExtractorExistsError, ExtractorLimitError, ConflictError, InvalidRequestError
   */
  async update(
    owner: string,
    id: string,
    change: (record: ExtractorRecord) => (Partial<ExtractorState> & { readonly name?: string }) | null,
    bounds = this.bounds,
  ): Promise<ExtractorRecord> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const record = await this.get(owner, id);
      const changed = change(record);
      if (changed === null) return record;
      const { name = record.stored.name, ...fields } = changed;
      const text = stateText({ ...record.state, ...fields, updatedAt: new Date().toISOString() });
      const stored = {
        ...record.stored,
        name,
        revision: record.stored.revision + 1,
        state: text,
      };
      const result = await this.store.replace(owner, stored, bounds);
      if (result === 'exists') throw new ExtractorExistsError(name!);
      if (result === 'gone') throw extractorNotFound(record.stored.id);
      if (result === 'full') throw new ExtractorLimitError(this.bounds.maxPerOwner);
      if (result === 'raced') continue;
      this.forgetKnown(owner);
      return readRecord(owner, stored);
    }
    throw new ConflictError('The extractor is being changed by other requests: try again');
  }

  /** Stores a program as the newest version. The caller holds the lease of the extractor. @throws NotFoundError, ExtractorLimitError */
  async addVersion(
    owner: string,
    id: string,
    program: ExtractorProgram,
    cause: VersionCause,
    change: (record: ExtractorRecord) => Partial<ExtractorState> = () => ({}),
  ): Promise<ExtractorRecord> {
    const { state } = await this.get(owner, id);
    const version = (state.versions.at(-1)?.version ?? 0) + 1;
    const own: ExtractorProgram = { ...program, id, version };
    const result = await this.store.putProgram(owner, id, version, JSON.stringify(own), this.bounds);
    if (result === 'gone') throw extractorNotFound(id);
    if (result === 'full') throw new ExtractorLimitError(this.bounds.maxPerOwner);
    const createdAt = new Date().toISOString();
    const updated = await this.update(owner, id, (record) => ({
      version,
      templates: templatesOf(own),
      versions: [...record.state.versions, { version, cause, createdAt }].slice(-MAX_VERSIONS),
      ...change(record),
    })).catch(async (error: unknown) => {
      // a command without an answer may have been executed: then the version needs its program
      if (!(error instanceof UnavailableError)) await this.removeUnused(owner, id, version).catch(() => {});
      throw error;
    });
    for (const old of state.versions)
      if (!updated.state.versions.some((one) => one.version === old.version))
        await this.store.removeProgram(owner, id, old.version);
    return updated;
  }

  /** Removes a program, unless another process has stored a version with its number. */
  private async removeUnused(owner: string, id: string, version: number): Promise<void> {
    const record = await this.find(owner, id);
    if (!record?.state.versions.some((one) => one.version === version))
      await this.store.removeProgram(owner, id, version);
  }

  /** The program of a version as JSON; null if it is not kept. */
  async programText(owner: string, id: string, version: number): Promise<string | null> {
    const key = `${id}:${version}`;
    const known = this.programs.get(key);
    if (known !== undefined) return known;
    const text = await this.store.program(owner, id, version);
    if (text === null) return null;
    limit(this.programs, MAX_PROGRAMS);
    this.programs.set(key, text);
    return text;
  }

  async program(owner: string, id: string, version: number): Promise<ExtractorProgram> {
    const text = await this.programText(owner, id, version);
    if (text === null) throw new UnavailableError('the program of the extractor is not stored any more');
    return JSON.parse(text) as ExtractorProgram;
  }

  /** @throws NotFoundError */
  async remove(owner: string, id: string): Promise<void> {
    const isRemoved = await this.store.remove(owner, id);
    this.forgetKnown(owner);
    for (const key of this.programs.keys()) if (key.startsWith(`${id}:`)) this.programs.delete(key);
    if (!isRemoved) throw extractorNotFound(id);
  }

  private remember(owner: string, idOrName: string, record: ExtractorRecord | null): void {
    const key = keyOf(owner, idOrName);
    this.known.delete(key);
    this.known.set(key, { record, until: Date.now() + RECORD_MS });
    let chars = [...this.known.values()].reduce((sum, one) => sum + charsOf(one), 0);
    for (const [oldest, one] of this.known) {
      if (this.known.size <= MAX_RECORDS && chars <= MAX_KNOWN_CHARS) return;
      this.known.delete(oldest);
      chars -= charsOf(one);
    }
  }

  private forgetKnown(owner: string): void {
    for (const key of this.known.keys()) if (key.startsWith(keyOf(owner, ''))) this.known.delete(key);
  }
}

const keyOf = (owner: string, idOrName: string): string => `${owner}\u0000${idOrName}`;

const readRecord = (owner: string, stored: StoredExtractor): ExtractorRecord => ({
  owner,
  stored,
  state: JSON.parse(stored.state) as ExtractorState,
});

const charsOf = ({ record }: KnownRecord): number => record?.stored.state.length ?? 0;

const tooLong = (most: number): InvalidRequestError =>
  InvalidRequestError.at(['limit'], { code: 'contradiction', reason: `is too large: the extractors have more than ${MAX_LIST_CHARS} characters together, at most ${most} of them have room` }); // prettier-ignore

/** Drops the oldest entries of a map before another one is added. */
function limit(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size < most) return;
    map.delete(key);
  }
}

const MAX_NAME_CHARS = 100;

/** The error for an extractor that the owner does not have. */
export const extractorNotFound = (idOrName: string): NotFoundError =>
  new NotFoundError(`Extractor not found: ${idOrName.slice(0, MAX_NAME_CHARS)}`);
