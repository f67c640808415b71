// Runs programs one behind the other that must not outlive what started this process, nor this process them.
// Plain JavaScript without dependencies, for a machine's older Node.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'

let running
let asked

/** As a shell tells that a signal has ended a program. */
export const exitCodeOf = (signal) => 128 + constants.signals[signal]

function end(signal) {
  asked = signal
  if (running === undefined) process.exit(exitCodeOf(signal))
  running.kill(signal)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))
// A signal to npm ends npm and its shell and goes no further. What runs here must not outlive them, and is asked once: a second
// signal would mean that somebody is in a hurry.
const parent = process.ppid
const orphaned = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(orphaned)
  end('SIGTERM')
}, 500).unref()

/** Resolves once it has ended: `code` or `signal` say how, and `asked` which signal this process was to end by. Rejects if it cannot be started. */
export const run = (program, words, options) =>
  new Promise((done, failed) => {
    running = spawn(program, words, options)
    running.on('error', failed)
    running.on('exit', (code, signal) => {
      running = undefined
      done({ code, signal, asked })
    })
  })
