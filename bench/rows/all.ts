// The rows by name.

import type { Section } from '../../testkit/report/figures.ts'
import type { Bench } from '../lineup/lineup.ts'
import { abortedRequests } from './aborted-requests.ts'
import { chainHit } from './chain-hit.ts'
import { coldStart } from './cold-start.ts'
import { commandLine } from './command-line.ts'
import { container } from './container.ts'
import { cpu } from './cpu.ts'
import { dashboard } from './dashboard.ts'
import { dynamodb } from './dynamodb.ts'
import { engines } from './engines.ts'
import { firstByte } from './first-byte.ts'
import { largeBody } from './large-body.ts'
import type { RowName } from './names.ts'
import { openStreams } from './open-streams.ts'
import { ownWork } from './own-work.ts'
import { peersRow } from './peers.ts'
import { streams } from './streams.ts'

/** Each measures its row and leaves nothing running. */
export const rows: Readonly<Record<RowName, (bench: Bench) => Promise<Section[]>>> = {
  'own-work': ownWork,
  'first-byte': firstByte,
  'chain-hit': chainHit,
  cpu,
  'large-body': largeBody,
  memory: async (bench) => [...(await openStreams(bench)), ...(await abortedRequests(bench))],
  streams,
  container,
  dynamodb,
  'cold-start': coldStart,
  dashboard,
  'command-line': commandLine,
  engines,
  peers: peersRow,
}
