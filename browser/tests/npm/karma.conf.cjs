// Karma as a repository would configure it: its usual launcher, which takes
// CHROME_BIN, and nothing about sandboxes or proxies.
module.exports = config => config.set({
  browsers: ['ChromeHeadless'],
  files: ['karma-test.js'],
  frameworks: [],
  plugins: [require('karma-chrome-launcher')],
  reporters: ['dots'],
  singleRun: true,
  hostname: '127.0.0.1',
});
