'use strict';
// Stands as asset-folder.js beside the CommonJS build; asset-folder.mjs is its twin for the ES module build.
const { join } = require('node:path');

module.exports = { ASSET_FOLDER: join(__dirname, '../playground') };
