// Builds the library and the demo, and packs the library, which most of the steps that follow use.
import { ensureBuilt } from '../scripts/ready/build.mjs';
import { packLibrary } from './lib/pack.mjs';

await ensureBuilt();
if (process.env.CI_PACKED) packLibrary(process.env.CI_PACKED);
