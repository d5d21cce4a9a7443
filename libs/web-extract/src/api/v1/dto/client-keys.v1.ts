import { IsBoolean, IsString } from 'class-validator';
import { IfPresent, IsNullableString } from '../../bodies/validators.js';

/** The keys that clients send along with every request; of them `zeroDataRetention` alone changes something: nothing is kept. */
export class ClientKeysV1 {
  /** Sender of the request. Ignored. */
  @IfPresent()
  @IsString()
  origin?: string;

  /** Integration that sends the request. Ignored. */
  @IfPresent()
  @IsNullableString()
  integration?: string | null;

  /** Retain nothing of a scrape; the results of a job expire an hour after its end. */
  @IfPresent()
  @IsBoolean()
  zeroDataRetention?: boolean;

  /** Ignored. */
  @IfPresent()
  auditMetadata?: unknown;

  /** Ignored. */
  @IfPresent()
  useMock?: unknown;
}
