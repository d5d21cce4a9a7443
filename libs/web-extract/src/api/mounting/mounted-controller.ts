import type { Type } from '@nestjs/common';
import type { BodyKind } from '../gate/body-kind.js';

/** A controller of a version, and how its routes stand. */
export interface MountedController {
  /** Below the prefix. */
  readonly path: string;
  readonly controller: Type<object>;
  /** Answers without a key. */
  readonly isOpen?: boolean;
  /** @default 'json' */
  readonly body?: BodyKind;
  /** Failures are answered as text. */
  readonly isText?: boolean;
}
