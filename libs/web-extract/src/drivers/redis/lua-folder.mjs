// Copied as lua-folder.js to the ES module build, which reads the scripts of the CommonJS build.
import { fileURLToPath } from 'node:url';

export const LUA_FOLDER = fileURLToPath(new URL('../cjs/lua', import.meta.url));
