'use strict';
// Copied as require-crawlee.js to the CommonJS build; require-crawlee.mjs is the ES module version.
module.exports = { requireCrawlee: () => void require('@crawlee/core') };
