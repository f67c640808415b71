// Which name servers the world finds for a zone: an authority reads there the proof for a certificate of a name in it.

import { resolveNs } from 'node:dns/promises'
import { codeOf } from '../files/file-fault.ts'
import type { Asked } from './asked.ts'

type Resolve = (name: string) => Promise<readonly string[]>

const isNobody = (error: unknown): boolean => ['ENOTFOUND', 'ENODATA'].includes(codeOf(error))

/** None where nobody finds the zone. Never rejects. `resolve`: for tests. */
export const nameServersOf = async (zone: string, resolve: Resolve = resolveNs): Promise<Asked<readonly string[]>> => {
  try {
    return { value: await resolve(zone) }
  } catch (error) {
    if (!isNobody(error)) return { unknown: `no name server answers: ${codeOf(error)}` }
  }
  try {
    // Within some networks nobody finds any name of the world.
    await resolve(zone.slice(zone.lastIndexOf('.') + 1))
    return { value: [] }
  } catch {
    return { unknown: 'no names of the world are found from here' }
  }
}
