// Loaded ahead of AWS's runtime client, in place of its native module, which would have to be compiled. Streamed answers
// never touch that module, and the runtime fetches invocations over its own HTTP client when it is told to.

const Module = require('node:module')

const notForStreams = () => {
  throw new Error('Only buffered answers go this way.')
}
const native = { done: notForStreams, error: notForStreams }

const load = Module._load
Module._load = function (name, ...rest) {
  return name === './rapid-client.node' ? native : load.call(this, name, ...rest)
}
