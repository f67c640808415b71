// Bundles everything that ships and prints its size: what a function loads at a cold start, and what is uploaded.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeBundle } from '../lib/bundles/bundle-asset.ts'
import { shippedBundles } from '../lib/bundles/shipped-bundles.ts'

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`

const folder = mkdtempSync(join(tmpdir(), 'bundles-'))
try {
  const rows = shippedBundles.map((bundle) => {
    writeBundle(bundle, folder)
    const code = readFileSync(join(folder, bundle.file))
    return { entry: bundle.entry, bundle: kilobytes(code.length), gzip: kilobytes(gzipSync(code).length) }
  })
  console.table(rows)
} finally {
  rmSync(folder, { recursive: true })
}
