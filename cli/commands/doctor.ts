// `doctor`: prints what is wrong between an agent and the service, and mends what it can.

import { examine } from '../doctor/examine.ts'
import type { Finding, Level } from '../doctor/finding.ts'
import type { Line } from '../terminal/terminal.ts'
import type { Command } from './command.ts'

const marks: Readonly<Record<Level, Line[number]>> = {
  ok: { text: 'ok    ', style: 'good' },
  warning: { text: 'warn  ', style: 'bad' },
  failure: { text: 'FAIL  ', style: 'bad' },
}

const linesOf = ({ level, what, where, mend }: Finding): Line[] => [
  level === 'ok' && where !== undefined
    ? [marks[level], what, { text: `  ${where}`, style: 'dim' }]
    : [marks[level], what],
  ...(level === 'ok' || where === undefined ? [] : [`        where  ${where}`]),
  ...(mend === undefined ? [] : [`        mend   ${mend}`]),
]

const counted = (findings: readonly Finding[], level: Level): number =>
  findings.filter((finding) => finding.level === level).length

export const doctor: Command = {
  name: 'doctor',
  usage: '[--fix] [--strict] [--no-probe]',
  does: 'Looks for everything that keeps an agent from saving, and says what mends it.',
  options: { fix: 'flag', strict: 'flag', 'no-probe': 'flag' },
  maxWords: 0,
  async run({ options }, world) {
    const isProbed = options['no-probe'] !== true
    const first = await examine(world, isProbed && options.fix !== true)
    const mended = options.fix === true ? first.filter(({ fix }) => fix !== undefined) : []
    for (const { fix } of mended) fix?.()
    const findings = options.fix === true ? await examine(world, isProbed) : first
    const [failures, warnings] = [counted(findings, 'failure'), counted(findings, 'warning')]
    const parts = [...(failures > 0 ? [`${failures} failed`] : []), ...(warnings > 0 ? [`${warnings} to look at`] : [])]
    const sum = parts.length === 0 ? 'All is well.' : `${parts.join(', ')}.`
    return {
      document: {
        failures,
        warnings,
        mended: mended.map(({ what, where }) => ({ what, where })),
        findings: findings.map(({ fix: _, ...finding }) => finding),
      },
      lines: [...mended.map(({ what }) => `Mended: ${what}`), ...findings.flatMap(linesOf), '', sum],
      exitCode: failures > 0 || (options.strict === true && warnings > 0) ? 1 : 0,
    }
  },
}
