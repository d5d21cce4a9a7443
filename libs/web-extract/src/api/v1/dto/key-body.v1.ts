import { IsString, MaxLength } from 'class-validator';
import { ENDPOINT_GROUPS, scopeNames, type EndpointGroup } from '../../../model/keys/key-scope.js';
import { IfPresent, IsNested, IsWordList } from '../../bodies/validators.js';

const { formats: FORMATS } = scopeNames();

/** What a key may do. An absent list means everything. */
export class KeyScopeBody {
  /** Groups of endpoints. */
  @IfPresent()
  @IsWordList(ENDPOINT_GROUPS, ENDPOINT_GROUPS.length)
  endpoints?: EndpointGroup[];

  /** Names of formats. */
  @IfPresent()
  @IsWordList(FORMATS, FORMATS.length)
  formats?: string[];
}

/**
 * Body of `POST /v1/keys`.
 *
 * @example { "name": "notebook", "allow": { "endpoints": ["scrape", "map"] } }
 */
export class KeyBody {
  /** Purpose of the key. */
  @IfPresent()
  @IsString()
  @MaxLength(100)
  name?: string;

  /** What the key may do. Default: what the key of the request may do. */
  @IfPresent()
  @IsNested(() => KeyScopeBody)
  allow?: KeyScopeBody;
}
