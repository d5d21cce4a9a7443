// Stands as lua-folder.js beside the ES module build; lua-folder.cjs is its twin for the CommonJS build.
import { fileURLToPath } from 'node:url';

export const LUA_FOLDER = fileURLToPath(new URL('lua', import.meta.url));
