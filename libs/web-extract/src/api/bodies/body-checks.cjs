'use strict';
// Stands as body-checks.js beside the CommonJS build, which loads each file where it is needed first: then both are needed.
const { plainToInstance } = require('class-transformer');

module.exports = {
  ...require('class-validator'),
  plainToInstance,
  loadBodyChecks: () => {},
  whenChecksAreLoaded: (work) => work(),
};
