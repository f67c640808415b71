// The compressor as its container runs it: a process for each processor, behind one port. One that dies is replaced, and so is one that
// is stuck: the others would answer for it when the platform asks, and every connection that is handed to it would wait.

import cluster, { type Worker } from 'node:cluster'
import { availableParallelism, totalmem } from 'node:os'
import { extname, join } from 'node:path'
import { enginesAtOnce } from '../core/compressor/engines-at-once.ts'
import { silentLooks } from '../core/compressor/silent-looks.ts'

/** The memory of the container, or of the machine where nothing limits it. */
const processes = enginesAtOnce(availableParallelism(), process.constrainedMemory() || totalmem())

/** Ends a process that says nothing any more: between two texts it does, every so many milliseconds. */
const watch = (worker: Worker, milliseconds: number): void => {
  const looks = silentLooks()
  worker.on('message', looks.heard)
  const look = setInterval(() => {
    if (!looks.silent()) return
    process.stderr.write(`${JSON.stringify({ level: 'error', message: 'an engine was stuck' })}\n`)
    worker.process.kill('SIGKILL')
  }, milliseconds)
  worker.on('exit', () => clearInterval(look))
}

const supervise = (): void => {
  let draining = false
  let warm = 0
  // Of the same form as this one: a source beside a source, a bundle beside a bundle.
  cluster.setupPrimary({ exec: join(import.meta.dirname, `server${extname(import.meta.filename)}`), silent: true })

  const start = (): Worker => {
    const worker = cluster.fork()
    worker.process.stderr?.pipe(process.stderr, { end: false })
    // From when it is warm on, each says so, and how often it will.
    worker.once('message', (milliseconds: number) => watch(worker, milliseconds))
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
