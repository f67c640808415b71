// Writes the folder that the container's image is built from.

import { mkdirSync } from 'node:fs'
import { containerBundle } from '../lib/bundles/shipped-bundles.ts'
import { writeBundle } from '../lib/bundles/write-bundle.ts'

const [folder, ...more] = process.argv.slice(2)
if (folder === undefined || more.length > 0) {
  process.stderr.write('Usage: node_modules/.bin/node bin/image-context.ts DIR\n')
  process.exit(2)
}
mkdirSync(folder, { recursive: true })
writeBundle(containerBundle, folder)
process.stdout.write(`${folder} is ready for docker build.\n`)
