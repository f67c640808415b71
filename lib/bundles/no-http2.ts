// In place of Node's HTTP/2 in the bundles of functions: the client library loads it at once, and upstreams are asked over HTTP/1.1
// alone. What it reads of the module while it loads is this list of names.

export const constants = {}
