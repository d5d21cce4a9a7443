import { Allowance } from '../services/keys/allowance.js';
import { KeyService } from '../services/keys/key.service.js';
import type { Feature } from './feature.js';

/** Who may ask, for what, and how much of it. */
export const KEYS_FEATURE: Feature = {
  providers: [KeyService, Allowance],
  exports: [KeyService],
};
