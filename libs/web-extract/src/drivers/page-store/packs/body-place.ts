/** Tables with bodies: of histories `texts` and `versions`, of caches `bodies`. */
export type BodyTable = 'texts' | 'versions' | 'bodies';

/** Location of a body in the archive. */
export interface BodyPlace {
  /** Name of its pack, below the folder of the owner. */
  readonly pack: string;
  readonly offset: number;
  /** With its checksum. */
  readonly length: number;
}

/** A body in its row. */
export interface PackedBody {
  readonly table: BodyTable;
  readonly id: string | number;
  readonly bytes: Buffer;
}

/** A body in a pack. */
export interface PlacedBody extends PackedBody {
  readonly offset: number;
  readonly length: number;
}
