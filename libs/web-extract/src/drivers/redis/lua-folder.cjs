'use strict';
// Stands as lua-folder.js beside the CommonJS build; lua-folder.mjs is its twin for the ES module build.
const { join } = require('node:path');

module.exports = { LUA_FOLDER: join(__dirname, 'lua') };
