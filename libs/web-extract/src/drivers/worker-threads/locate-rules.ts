import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The address of a module that the host names: a path, from its working directory on, or a package.
 *
 * @throws Error when there is none
 */
export function locateRules(named: string): string {
  if (named.startsWith('file:')) return named;
  const host = createRequire(join(process.cwd(), 'package.json'));
  for (const name of [named, `./${named}`]) {
    try {
      return pathToFileURL(host.resolve(name)).href;
    } catch (error) {
      // a package that only ES modules may load: the thread will find it
      if ((error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return named;
    }
  }
  throw new Error(`markdownRules names ${named}, which is not to be found from ${process.cwd()}`);
}
