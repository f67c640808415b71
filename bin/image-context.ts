// Writes the folder that the container's image is built from.

import { FolderFault, makeFolder } from '../adapters/files/make-folder.ts'
import { containerBundle } from '../lib/bundles/shipped-bundles.ts'
import { writeBundle } from '../lib/bundles/write-bundle.ts'

const [folder, ...more] = process.argv.slice(2)
if (folder === undefined || folder.startsWith('-') || more.length > 0) {
  process.stderr.write('Usage: node_modules/.bin/node bin/image-context.ts DIR\n')
  process.exit(2)
}
try {
  makeFolder(folder)
} catch (error) {
  if (!(error instanceof FolderFault)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
writeBundle(containerBundle, folder)
process.stdout.write(`${folder} is ready for docker build.\n`)
