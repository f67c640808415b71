// How the time of an engine grows with the text: from a kilobyte to ten megabytes.

import type { Engine } from '../../compressor/engines/engine.ts'

const sizes = [1e3, 1e4, 1e5, 1e6, 1e7]
/** Rounds whose best counts: many for small texts, one for huge ones. */
const roundsOf = (size: number): number => Math.max(1, Math.min(50, 2e5 / size))

const grow =
  (write: (at: number) => string, opening = '', closing = '') =>
  (size: number): string => {
    const parts: string[] = []
    for (let at = 0, length = 0; length < size; at += 1) {
      const part = write(at)
      parts.push(part)
      length += part.length
    }
    return opening + parts.join('') + closing
  }

const texts: Readonly<Record<string, (size: number) => string>> = {
  'JSON records': grow((at) => `{"id": ${at}, "name": "lamp ${at}", "state": "lit"},`, '[', '{}]'),
  'log lines': grow((at) => `2031-01-02 10:00:${at % 60} INFO order_${at} was sent in ${at % 97} ms\n`),
  code: grow((at) => `def f${at}(a, b):\n    return g(a, ${at})\n\n`),
  prose: grow((at) => `The lamp of room ${at} was not lit before the end of the day. `),
}

const best = (engine: Engine, text: string): number => {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < roundsOf(text.length); round += 1) {
    const { user, system } = process.cpuUsage()
    engine.compress(text, {})
    const since = process.cpuUsage({ user, system })
    least = Math.min(least, (since.user + since.system) / 1_000)
  }
  return least
}

/** A line per kind of text: milliseconds of processor time at every size. */
export const curveOf = (engine: Engine): string[] =>
  Object.entries(texts).map(([name, write]) => {
    const times = sizes.map((size) => best(engine, write(size)))
    return `${engine.version.padEnd(16)} ${name.padEnd(14)} ${times.map((time) => time.toFixed(2).padStart(10)).join('')}`
  })

export const curveHeading = `${'milliseconds'.padEnd(31)} ${sizes.map((size) => `${size / 1e3} KB`.padStart(10)).join('')}`
