import { IsString, MaxLength } from 'class-validator';
import { IfPresent } from '../../validators.js';

/** Body of `POST /v1/keys`. */
export class KeyBody {
  @IfPresent()
  @IsString()
  @MaxLength(100)
  name?: string;
}
