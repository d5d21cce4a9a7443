import { IsString, MaxLength } from 'class-validator';
import { IfPresent } from '../../bodies/validators.js';

/**
 * Body of `POST /v1/keys`.
 *
 * @example { "name": "notebook" }
 */
export class KeyBody {
  /** Purpose of the key. */
  @IfPresent()
  @IsString()
  @MaxLength(100)
  name?: string;
}
