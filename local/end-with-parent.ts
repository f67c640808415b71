// Loaded ahead of every child of the service: a child ends when its standard input does, however the parent came to its end.
// The signals of a terminal are the parent's to hear; it ends its children in order.

process.stdin.on('end', () => process.exit(0))
process.stdin.on('error', () => process.exit(0))
process.stdin.resume()
