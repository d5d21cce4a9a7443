import { InvalidRequestError } from '../../../model/errors.js';

/** Position of a reader in a job: the number of events received by kind. */
export interface WatchPlace {
  readonly pages: number;
  readonly failures: number;
  readonly blocked: number;
  /** Its end, too. */
  readonly isEnd: boolean;
}

export const BEGINNING: WatchPlace = { pages: 0, failures: 0, blocked: 0, isEnd: false };

const WRITTEN = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(\.end)?$/;

/** Serializes a position as a cursor. */
export function writePlace({ pages, failures, blocked, isEnd }: WatchPlace): string {
  return `${pages}.${failures}.${blocked}${isEnd ? '.end' : ''}`;
}

/** @param cursor a written place, or pages that were seen @throws InvalidRequestError naming `cursor` */
export function readPlace(cursor: string | number): WatchPlace {
  if (typeof cursor === 'number') return { ...BEGINNING, pages: cursor };
  const [, pages, failures, blocked, end] = WRITTEN.exec(cursor) ?? [];
  if (pages === undefined) throw InvalidRequestError.at(['cursor'], { code: 'cursor' });
  return {
    pages: Number(pages),
    failures: Number(failures),
    blocked: Number(blocked),
    isEnd: end !== undefined,
  };
}
