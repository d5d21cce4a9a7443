// Builds the library and the demo, which most of the steps that follow run.
import { ensureBuilt } from '../scripts/ready/build.mjs';

await ensureBuilt();
