// Bundles everything that ships and prints its size: what a function loads at a cold start, and what is uploaded. Of the functions of
// routes also the processor time of loading them.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { routes } from '../lambdas/routes.ts'
import { shippedBundles } from '../lib/bundles/shipped-bundles.ts'
import { writeBundle } from '../lib/bundles/write-bundle.ts'
import { loadTimes } from './load-times.ts'
import { takesNoWords } from './usage-fault.ts'

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`
const milliseconds = (time: number): string => `${time.toFixed(0)} ms`
const ofRoutes = new Set(routes.map(({ name }) => `lambdas/${name}.ts`))

takesNoWords(`npm run bundle:sizes

Bundles everything that ships, and prints how large it is and how long the
functions of routes take to load. It has no options.`)

const folder = mkdtempSync(join(tmpdir(), 'bundles-'))
try {
  const rows = shippedBundles.map((bundle) => {
    writeBundle(bundle, folder)
    const file = join(folder, bundle.file)
    const code = readFileSync(file)
    const sizes = { entry: bundle.entry, bundle: kilobytes(code.length), gzip: kilobytes(gzipSync(code).length) }
    if (!ofRoutes.has(bundle.entry)) return sizes
    const { asItIs, fromCache } = loadTimes(file)
    return { ...sizes, 'loads in': milliseconds(asItIs), 'from a compile cache': milliseconds(fromCache) }
  })
  console.table(rows)
} finally {
  rmSync(folder, { recursive: true })
}
