// The compressor as its container runs it: a process for each processor, behind one port.

import cluster, { type Worker } from 'node:cluster'
import { availableParallelism, totalmem } from 'node:os'
import { extname, join } from 'node:path'
import { enginesAtOnce } from '../core/compressor/engines-at-once.ts'

/** The memory of the container, or of the machine where nothing limits it. */
const processes = enginesAtOnce(availableParallelism(), process.constrainedMemory() || totalmem())

const supervise = (): void => {
  let draining = false
  let warm = 0
  // Of the same form as this one: a source beside a source, a bundle beside a bundle.
  cluster.setupPrimary({ exec: join(import.meta.dirname, `server${extname(import.meta.filename)}`), silent: true })

  const start = (): Worker => {
    const worker = cluster.fork()
    worker.process.stderr?.pipe(process.stderr, { end: false })
    // Each says when it is warm, and the port that they share. It is passed on when all of the first are.
    worker.process.stdout?.once('data', (line) => {
      warm += 1
      if (warm === processes) process.stdout.write(line)
    })
    return worker
  }
  cluster.on('exit', (_worker, code) => {
    if (!draining && code === 0) return
    const left = Object.keys(cluster.workers ?? {}).length
    // One that never became warm would not become so the second time either.
    if (draining || warm < processes) {
      if (left === 0) process.exit(draining ? 0 : 1)
    } else start()
  })
  const drain = (): void => {
    draining = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  }
  process.on('SIGTERM', drain)
  process.on('SIGINT', drain)
  for (let count = 0; count < processes; count += 1) start()
}

supervise()
