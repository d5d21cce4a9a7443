'use strict';
// Stands as worker-file.js beside the CommonJS build; worker-file.mjs is its twin for the ES module build.
const { join } = require('node:path');

module.exports = {
  WORKER_FILE: join(__dirname, 'worker.js'),
  EXAMINER_FILE: join(__dirname, 'examiner-worker.js'),
};
