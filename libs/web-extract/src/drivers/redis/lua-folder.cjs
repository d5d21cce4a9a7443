'use strict';
// Copied as lua-folder.js to the CommonJS build; lua-folder.mjs is the ES module version.
const { join } = require('node:path');

module.exports = { LUA_FOLDER: join(__dirname, 'lua') };
