import { createHash } from 'node:crypto';
import { basename } from 'node:path';

export const PLATFORMS = ['express', 'fastify'] as const;
export type Platform = (typeof PLATFORMS)[number];

/**
 * The platforms of a spec whose rules do not depend on them: one of the two, by the name of the file and the day, so that each spec meets both
 * within days. `PLATFORM=express` or `fastify` decides for all, `PLATFORM=both` runs on both. Specs about the platform use `PLATFORMS`.
 */
export function somePlatforms(): readonly Platform[] {
  const chosen = process.env.PLATFORM;
  if (chosen === 'both') return PLATFORMS;
  const named = PLATFORMS.find((platform) => platform === chosen);
  if (chosen && !named) throw new Error(`PLATFORM is ${chosen}: use express, fastify or both`);
  return [named ?? platformOfDay()];
}

function platformOfDay(): Platform {
  const file = basename(expect.getState().testPath ?? '');
  const hash = createHash('sha1').update(`${file} ${process.env.TEST_DAY}`).digest();
  return PLATFORMS[hash[0]! % PLATFORMS.length]!;
}
