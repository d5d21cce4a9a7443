'use strict';
// Copied as import-module.js to the CommonJS build; import-module.mjs is the ES module version.
module.exports = { importModule: (address) => import(address) };
