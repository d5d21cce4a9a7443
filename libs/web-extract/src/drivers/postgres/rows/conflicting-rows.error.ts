import { UnavailableError } from '../../../model/errors.js';
import { ADVISED_SECONDS } from '../../../model/retry/policies.js';

/** Other processes changed the rows of a step before each attempt to write it. Nothing was written. */
export class ConflictingRowsError extends UnavailableError {
  constructor() {
    super('other processes change the same rows in PostgreSQL all the time', ADVISED_SECONDS.store);
  }
}
