// `npm run bench:growth`: how our own work and our memory grow, as curves with their slopes.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { orUsageFault, UsageFault } from '../../bin/usage-fault.ts'
import { functionsEnvironment } from '../../local/functions-environment.ts'
import { type Curve, curvesSvg, type Point } from '../../testkit/report/charts/curves.ts'
import { median } from '../../testkit/report/statistics.ts'
import { machineText, thisMachine } from '../machine.ts'
import { startMeasured } from '../measured-process.ts'
import { slopeOf } from './slope.ts'
import { axes } from './steps.ts'
import { streamGrowth } from './streams.ts'

const usage = `npm run bench:growth -- [options]

  --plots DIR     writes the curves there, as SVG`

const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}
const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
const times = z.array(z.object({ milliseconds: z.number() }))
const samples = z.object({ firstSight: times, known: times })
const curveNames = { firstSight: 'at first sight', known: 'again, one result later' } as const
/** Requests of each body and sight: before those that count, and those. */
const requests = { WARM_UP: '20', COUNTED: '60' }

interface Grown {
  readonly file: string
  readonly title: string
  readonly x: string
  readonly y: string
  readonly perAmount: number
  readonly curves: readonly Curve[]
}

/** The handler's own work in one process, without sockets and without a compressor. */
const ownWork = async (folder: string): Promise<Grown[]> => {
  const environment = { ...functionsEnvironment({}, 'http://127.0.0.1:9', ''), COMPRESSOR_ENDPOINTS: '{}' }
  const alone = await startMeasured({
    name: 'handler alone',
    script: 'proxies/handler-alone.ts',
    environment: { ...environment, ...requests, LOOKUP_CACHE_SECONDS: '60' },
    folder,
  })
  try {
    const grown: Grown[] = []
    for (const { name, unit, perAmount, steps } of axes) {
      const points = { firstSight: [] as Point[], known: [] as Point[] }
      for (const { question, amount } of steps) {
        const taken = await alone.ask(question, samples)
        for (const sight of ['firstSight', 'known'] as const) {
          const y = median(taken[sight].map(({ milliseconds }) => milliseconds))
          points[sight].push({ x: amount, y })
          say(`${question}, ${curveNames[sight]}: ${y.toFixed(2)} ms`)
        }
      }
      const file = `growth-${steps[0]?.question.split(' ')[0] ?? unit}.svg`
      const curves = (['firstSight', 'known'] as const).map((sight) => ({
        name: curveNames[sight],
        points: points[sight],
      }))
      grown.push({ file, title: `Our own work: ${name}`, x: unit, y: 'ms', perAmount, curves })
    }
    return grown
  } finally {
    await alone.end()
  }
}

const memory = async (folder: string): Promise<Grown> => {
  const curves = await streamGrowth({ scale: 'full', random: Math.random, folder, profiles: undefined })
  return {
    file: 'growth-streams.svg',
    title: 'Resident set over idle, by open streams',
    x: 'streams',
    y: 'MB',
    perAmount: 1_000,
    curves: [...curves].map(([name, points]) => ({ name, points })),
  }
}

const show = ({ title, x, y, perAmount, curves }: Grown): void => {
  print(title)
  for (const { name, points } of curves) {
    const { perOne, farthest } = slopeOf(points)
    for (const point of points)
      print(`  ${point.x.toFixed(point.x % 1 === 0 ? 0 : 2)} ${x}: ${point.y.toFixed(2)} ${y}`)
    const line = `${(perOne * perAmount).toFixed(2)} ${y} for ${perAmount} ${x}`
    print(`  ${name}: ${line}; the farthest point lies ${(100 * farthest).toFixed(0)} % of the largest off the line`)
  }
  print('')
}

const run = async (plots: string | undefined): Promise<void> => {
  print(`${machineText(thisMachine())}\n`)
  const folder = mkdtempSync(join(tmpdir(), 'growth-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const all: Grown[] = [...(await ownWork(folder)), await memory(folder)]
  all.forEach(show)
  if (plots === undefined) return
  mkdirSync(plots, { recursive: true })
  for (const { file, title, x, y, curves } of all)
    writeFileSync(join(plots, file), curvesSvg({ title, x, y, curves, targets: [], units: { x: '', y: '' } }))
}

// Children end with this process, by their ends of what connects them to it.
for (const [signal, number] of [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const)
  process.on(signal, () => process.exit(128 + number))

try {
  const { values } = orUsageFault(() =>
    parseArgs({ options: { plots: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } } }),
  )
  if (values.help) print(usage)
  else await run(values.plots)
} catch (error) {
  if (error instanceof UsageFault) say(`${error.message}\n\n${usage}`)
  else say(error instanceof Error ? (error.stack ?? error.message) : 'The measurement failed.')
  process.exit(error instanceof UsageFault ? 2 : 1)
}
process.exit(0)
