import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Prisma and its generated client, installed in a folder of their own: they are large. */
export const requireOfPrisma: NodeJS.Require = createRequire(
  join(__dirname, '..', 'clients', 'prisma', 'package.json'),
);
