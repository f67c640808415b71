// Every child of the service loads this first. A child ends when its standard input ends, however the parent ended. The
// parent alone hears the signals of a terminal, and ends its children in order.

process.stdin.on('end', () => process.exit(0))
process.stdin.on('error', () => process.exit(0))
process.stdin.resume()
