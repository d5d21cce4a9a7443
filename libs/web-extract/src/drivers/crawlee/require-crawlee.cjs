'use strict';
// Stands as require-crawlee.js beside the CommonJS build; require-crawlee.mjs is its twin for the ES module build.
module.exports = { requireCrawlee: () => void require('@crawlee/core') };
