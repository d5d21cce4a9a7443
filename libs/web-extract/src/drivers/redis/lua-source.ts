import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LUA_FOLDER } from './lua-folder.js';

const INCLUDE = /^--- @include "([^"]+)"$/gm;

/** A script with all that it includes in the place of its includes, each file once. @param name path in the folder, without `.lua` */
export function luaSource(name: string, included = new Set<string>()): string {
  const text = readFileSync(join(LUA_FOLDER, `${name}.lua`), 'utf8');
  return text.replace(INCLUDE, (_, other: string) => {
    if (included.has(other)) return '';
    included.add(other);
    return luaSource(other, included);
  });
}
