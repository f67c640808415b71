// `npm run bench:growth`: how our own work and our memory grow, as curves with their slopes.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { functionsEnvironment } from '../../local/functions/functions-environment.ts'
import { type Curve, curvesSvg, type Point } from '../../testkit/report/charts/curves.ts'
import { median } from '../../testkit/report/statistics.ts'
import { asCommand } from '../command/as-command.ts'
import { machineText, thisMachine } from '../command/machine.ts'
import { fewSamplesNote, type Scale } from '../command/scale.ts'
import { startMeasured } from '../processes/measured.ts'
import { type GrowthOptions, readGrowthOptions, usage } from './options.ts'
import { slopeOf } from './slope.ts'
import { axes } from './steps.ts'
import { streamGrowth } from './streams.ts'

const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}
const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
const times = z.array(z.object({ milliseconds: z.number() }))
const samples = z.object({ firstSight: times, known: times })
const curveNames = { firstSight: 'at first sight', known: 'again, one result later' } as const
/** Requests of each body and sight: before those that count, and those; how many steps of each axis are taken. */
const sizes = {
  full: { requests: { WARM_UP: '20', COUNTED: '60' }, steps: Number.POSITIVE_INFINITY },
  quick: { requests: { WARM_UP: '1', COUNTED: '1' }, steps: 3 },
}

interface Grown {
  readonly file: string
  readonly title: string
  readonly x: string
  readonly y: string
  readonly perAmount: number
  readonly curves: readonly Curve[]
}

/** The handler's own work in one process, without sockets and without a compressor. */
const ownWork = async (folder: string, scale: Scale): Promise<Grown[]> => {
  const { requests, steps: mostSteps } = sizes[scale]
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
      for (const { question, amount } of steps.slice(0, mostSteps)) {
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

const memory = async (folder: string, scale: Scale): Promise<Grown> => {
  const curves = await streamGrowth({ scale, random: Math.random, folder, profiles: undefined })
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

const run = async ({ scale, plots }: GrowthOptions): Promise<boolean> => {
  print(`${machineText(thisMachine())}\n`)
  const folder = mkdtempSync(join(tmpdir(), 'growth-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const all: Grown[] = [...(await ownWork(folder, scale)), await memory(folder, scale)]
  all.forEach(show)
  if (scale === 'quick') print(fewSamplesNote)
  if (plots === undefined) return true
  mkdirSync(plots, { recursive: true })
  for (const { file, title, x, y, curves } of all)
    writeFileSync(join(plots, file), curvesSvg({ title, x, y, curves, targets: [], units: { x: '', y: '' } }))
  return true
}

await asCommand({ usage, read: readGrowthOptions, run })
