'use strict';
// Stands as import-module.js beside the CommonJS build; import-module.mjs is its twin for the ES module build.
module.exports = { importModule: (address) => import(address) };
