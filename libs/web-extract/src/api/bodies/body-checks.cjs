'use strict';
// Replaces body-checks.js in the CommonJS build. CommonJS loads a file at its first use, when both packages are needed.
const { plainToInstance } = require('class-transformer');

module.exports = {
  ...require('class-validator'),
  plainToInstance,
  loadBodyChecks: () => {},
  whenChecksAreLoaded: (work) => work(),
};
