// Copied as lua-folder.js to the ES module build; lua-folder.cjs is the CommonJS version.
import { fileURLToPath } from 'node:url';

export const LUA_FOLDER = fileURLToPath(new URL('lua', import.meta.url));
