import { UnavailableError } from '../../../model/errors.js';
import { ADVISED_SECONDS } from '../../../model/retry/policies.js';

/** Other processes have changed what a step needs each time it was to be written. Nothing was. */
export class ConflictingRowsError extends UnavailableError {
  constructor() {
    super('other processes change the same rows in PostgreSQL all the time', ADVISED_SECONDS.store);
  }
}
