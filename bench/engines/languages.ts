// What an engine that knows English does with other languages: every text it must leave alone, whatever it is asked for.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'
import type { Engine } from '../../compressor/engine.ts'

const paragraphs = z.object({
  data: z.array(z.object({ paragraphs: z.array(z.object({ context: z.string() })) })),
})

const files: readonly (readonly [language: string, file: string])[] = [
  ['Chinese (CMRC 2018)', 'chinese-cmrc.json.gz'],
  ['Japanese (JSQuAD)', 'japanese-jsquad.json.gz'],
]

/** A line for each language whose file the folder holds. */
export const languageLines = (folder: string, engine: Engine): readonly string[] =>
  files.map(([language, name]) => {
    const file = join(folder, 'qa', name)
    if (!existsSync(file)) return `${language}: no qa/${name}`
    const { data } = paragraphs.parse(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')))
    const texts = data.flatMap((article) => article.paragraphs.map(({ context }) => context))
    const reasons = new Map<string, number>()
    for (const text of texts)
      for (const parameters of [{}, { rate: 0.3 }, { rate: 0.5 }]) {
        const result = engine.compress(text, parameters)
        const reason = 'abstained' in result ? result.abstained : 'shortened'
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      }
    const counts = [...reasons].map(([reason, count]) => `${reason} ${count}`).join(', ')
    return `${language}: ${texts.length} paragraphs, by itself and at rates 0.3 and 0.5: ${counts}`
  })
