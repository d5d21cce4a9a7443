import { Allowance } from '../services/keys/allowance.js';
import { KeyService } from '../services/keys/key.service.js';
import type { Feature } from './feature.js';

/** Authentication, limits and credits. */
export const KEYS_FEATURE: Feature = {
  providers: [KeyService, Allowance],
  exports: [KeyService],
};
