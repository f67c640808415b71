// What the package of the command line holds is small, except for the engines, and needs nothing else.

import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { buildCli } from '../../../dashboard/files/build-cli.ts'

const { script, estimate } = buildCli()

it('the command has at most 60 kB packed, the estimator beside it 1.45 MB', () => {
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(60_000)
  expect(gzipSync(estimate(), { level: 9 }).length).toBeLessThanOrEqual(1_450_000)
})

it('neither asks for a package', () => {
  const builtIn =
    /^node:|^(buffer|crypto|events|fs|http|net|os|path|stream|tls|url|util|worker_threads|zlib|process|module)$/
  for (const text of [script, estimate()]) {
    const names = [...text.matchAll(/\bfrom\s*["'](@?[a-z][\w./@:-]*)["']/g)].map(([, name = '']) => name)
    expect(names.filter((name) => !builtIn.test(name))).toEqual([])
  }
})
