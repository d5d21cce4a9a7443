import { Injectable, type CanActivate } from '@nestjs/common';
import { NotFoundError } from '../../../model/errors.js';
import { ResolvedOptions } from '../../../model/options.js';

/**
 * Lets nothing pass where the host turned v1's search off: the route is not there then.
 *
 * A guard, since options may come from a factory and routes are made before it runs.
 */
@Injectable()
export class SearchSwitch implements CanActivate {
  constructor(private readonly options: ResolvedOptions) {}

  canActivate(): true {
    if (!this.options.v1Search) throw new NotFoundError();
    return true;
  }
}
