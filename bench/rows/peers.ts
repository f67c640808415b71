// Row: the service beside others, in one run: what each adds to the first byte, and its processor time a request.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { counted } from '../../core/text/counted.ts'
import type { Figure, Section } from '../../testkit/report/figures.ts'
import { Skipped } from '../../testkit/skipped.ts'
import { type Bench, callerHeaders, openLineup, type Target, type Way } from '../lineup/lineup.ts'
import { headrooms } from '../peers/headroom.ts'
import { litellm } from '../peers/litellm.ts'
import { nginx } from '../peers/nginx.ts'
import { type StartedPeer, startPeer } from '../peers/peer.ts'
import { portkey } from '../peers/portkey.ts'
import { processorMilliseconds } from '../processes/tree.ts'
import { messagesBody, smallBody } from '../requests/bodies.ts'
import { addedLatency } from '../samples/added-latency.ts'
import type { Rounds } from '../samples/interleave.ts'

const rounds = { full: { counted: 200, warmUp: 40 }, quick: { counted: 10, warmUp: 5 } }
const peers = [nginx, portkey, litellm, ...headrooms]

interface Measured extends Way {
  readonly pid: number
}

/** Those that this machine could start, and why the others are absent. */
const started = async (folder: string, upstreamPort: number, opened: AsyncDisposableStack) => {
  const present: StartedPeer[] = []
  const absent: string[] = []
  for (const [index, peer] of peers.entries()) {
    const own = join(folder, `peer-${index}`)
    mkdirSync(own)
    try {
      present.push(opened.adopt(await startPeer(peer, own, upstreamPort, callerHeaders), (one) => one.end()))
    } catch (error) {
      const why = error instanceof Error ? error.message : 'it does not start'
      absent.push(`absent: ${peer.name} (${error instanceof Skipped ? why : why.replaceAll(/\s+/g, ' ')})`)
    }
  }
  return { present, absent }
}

/** Two sections. */
export const peersRow = async (bench: Bench): Promise<Section[]> => {
  await using opened = new AsyncDisposableStack()
  const lineup = opened.adopt(await openLineup(bench), (one) => one.close())
  const service = await lineup.memoryService()
  const [direct, pipe, undici, whole] = [
    lineup.direct,
    await lineup.pipe(),
    await lineup.undici(),
    await lineup.wholeService(),
  ]
  const { present, absent } = await started(bench.folder, direct.port, opened)
  const withPid = ({ process: { pid }, ...way }: Target): Measured => ({ ...way, pid })
  const ownPipe = withPid(pipe)
  const others = [...[undici, service, whole].map(withPid), ...present]

  const plan: Rounds = { ...rounds[bench.scale], random: bench.random, pauseMilliseconds: 4 }
  const small = smallBody(true)
  const large = messagesBody({ results: 10, kind: 'plain', charactersPerResult: 19_600 })
  const sections: Section[] = []
  for (const [name, body] of [
    ['small body', { fresh: () => small }],
    ['200 kB body', large],
  ] as const) {
    const ways: readonly Measured[] = [ownPipe, ...others]
    const before = new Map(ways.map((way) => [way, processorMilliseconds(way.pid)]))
    const figures = await addedLatency([direct, ownPipe, ...others], body, plan)
    const requests = plan.warmUp + plan.counted
    const processor = ways.map(
      (way): Figure => ({
        subject: way.name,
        measure: 'processor',
        value: (processorMilliseconds(way.pid) - (before.get(way) ?? 0)) / requests,
        unit: 'ms',
      }),
    )
    sections.push({
      title: `Beside others: first byte of a streamed answer, ${name}`,
      conditions: [
        `${counted(plan.counted, 'round')} of one request each way, after ${plan.warmUp} of warm-up; processor: of the process and its children, a request, in steps of 10 ms over all of them`,
        ...absent,
      ],
      figures: [...figures, ...processor],
    })
  }
  return sections
}
