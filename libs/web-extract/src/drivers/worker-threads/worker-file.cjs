'use strict';
// Copied as worker-file.js to the CommonJS build; worker-file.mjs is the ES module version.
const { join } = require('node:path');

module.exports = {
  WORKER_FILE: join(__dirname, 'worker.js'),
  EXTRACTION_FILE: join(__dirname, 'extraction-worker.js'),
};
