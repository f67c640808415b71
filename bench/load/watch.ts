// What a process holds while it works, looked at again and again.

import { readdirSync, readlinkSync } from 'node:fs'
import type { MeasuredProcess } from '../processes/measured.ts'

export interface Look {
  /** Since the load began. */
  readonly minute: number
  readonly residentMegabytes: number
  readonly heapMegabytes: number
  readonly sockets: number
}

/** Open sockets of a process, as Linux tells them. */
export const socketsOf = (pid: number): number => {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith('socket:')
    } catch {
      // It was closed since the folder was read.
      return false
    }
  }).length
}

export const look = async (process: MeasuredProcess, minute: number): Promise<Look> => {
  const { rss, heapUsed } = await process.usage()
  return {
    minute,
    residentMegabytes: rss / 1_000_000,
    heapMegabytes: heapUsed / 1_000_000,
    sockets: socketsOf(process.pid),
  }
}
