#!/usr/bin/env node
'use strict';
// This file must run on any version of Node, so that an old one gets a sentence and no syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 13)) {
  void import('./dist/esm/cli.mjs').then(({ main }) => main(process.argv.slice(2)));
} else {
  process.stderr.write(`partner-lines-sandbox needs Node 22.13 or later; this is Node ${process.versions.node}.\n`);
  process.exitCode = 1;
}
