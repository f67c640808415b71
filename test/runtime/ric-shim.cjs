// Loaded ahead of AWS's runtime client, in place of its native module, which would have to be compiled. Streamed answers
// never touch that module, and the runtime fetches invocations over its own HTTP client when it is told to; answers that
// are not streamed are posted from here.

const { request } = require('node:http')
const Module = require('node:module')

const post = (id, kind, body) =>
  request(`http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation/${id}/${kind}`, {
    method: 'POST',
  })
    .on('response', (response) => response.resume())
    .end(body)
const native = { done: (id, body) => post(id, 'response', body), error: (id, body) => post(id, 'error', body) }

const load = Module._load
Module._load = function (name, ...rest) {
  return name === './rapid-client.node' ? native : load.call(this, name, ...rest)
}
