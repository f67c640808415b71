// Loaded ahead of the CDK's command line, which asks S3 for BUCKET.localhost: not every machine's resolver knows that names
// under localhost are this machine (RFC 6761).

const dns = require('node:dns')

const lookup = dns.lookup
dns.lookup = (name, ...rest) => lookup(/\.localhost$/.test(name) ? 'localhost' : name, ...rest)
