// The compressor, ready as soon as it listens. Started as the real one is.

import { compressorServer } from '../../compressor/http-server.ts'
import { listen } from '../../testkit/listen.ts'

const server = compressorServer({
  isWarm: () => true,
  report: (failure) => process.stderr.write(`${JSON.stringify({ level: 'error', ...failure })}\n`),
})
process.on('SIGTERM', () => {
  server.close(() => process.exit(0))
  server.closeIdleConnections()
})
const { port } = await listen(server, { port: Number(process.env.PORT ?? 0) })
process.stdout.write(`${JSON.stringify({ port })}\n`)
