// How many connections a process holds on which no whole request has arrived. Each may hold a head of 64 KB, and nobody knows yet who
// sends it. Beyond a share of the memory that connection goes which has waited longest. An honest client's head has arrived long before.

import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { memoryBytes } from './process-memory.ts'

/** The largest head, and the connection around it. */
const bytesOfOne = 80 * 1024

export interface UnfinishedRequests {
  /** Counts a connection, from its begin to its end. */
  begin(socket: Socket): void
  /** A whole request has arrived: until this answer closes, its connection does not count. */
  arrived(socket: Socket, answer: EventEmitter): void
}

export const unfinishedRequests = (most: number): UnfinishedRequests => {
  // In the order in which they began to wait.
  const waiting = new Set<Socket>()
  // A client may send its next requests while the first is answered.
  const answers = new WeakMap<Socket, number>()
  const wait = (socket: Socket): void => {
    waiting.add(socket)
    if (waiting.size <= most) return
    for (const first of waiting) {
      waiting.delete(first)
      return void first.destroy()
    }
  }
  return {
    begin(socket) {
      socket.once('close', () => waiting.delete(socket))
      wait(socket)
    },
    arrived(socket, answer) {
      waiting.delete(socket)
      answers.set(socket, (answers.get(socket) ?? 0) + 1)
      answer.once('close', () => {
        const left = (answers.get(socket) ?? 1) - 1
        answers.set(socket, left)
        if (left === 0 && !socket.destroyed) wait(socket)
      })
    },
  }
}

/** Of all connections to this process. */
export const unfinishedInThisProcess = unfinishedRequests(Math.floor(memoryBytes / 8 / bytesOfOne))
