// The bench of quality: what is left of answers, references, numbers and forms, with every engine and every simple way at the
// same share of tokens. Run: npm run eval:quality -- [DATA] [options]

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endWithClosedOutput } from '../../bin/closed-output.ts'
import { sayingFaults } from '../../bin/usage-fault.ts'
import { adeline, adelineByRules } from '../../compressor/engines/adeline/editions.ts'
import { helene, ruleBasedHelene } from '../../compressor/engines/helene/engine.ts'
import { type ContractRow, contractOf, losslessContract } from './contract.ts'
import { type QualityOptions, qualityUsage, readQualityOptions } from './options.ts'
import { plotsOf } from './plots.ts'
import type { QualitySet } from './quality-set.ts'
import { contractText, setText, type Verdict, verdictsOf, verdictsText } from './report.ts'
import { type Row, rowsOf } from './rows.ts'
import { missingFrom, parts } from './sources/parts.ts'

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Texts of each set that the contract is tried on. */
const textsOfSet = 60
/** Longer ones say nothing more, and take long. */
const longestText = 40_000

const spreadOver = (set: QualitySet): string[] => {
  const texts = [...new Set(set.documents.flatMap(({ blocks }) => blocks.map(({ text }) => text)))]
  const some = texts.filter((text) => text.length <= longestText)
  const every = Math.max(1, Math.floor(some.length / textsOfSet))
  return some.filter((_, at) => at % every === 0).slice(0, textsOfSet)
}

const contractRows = (texts: readonly string[]): ContractRow[] => [
  ...[helene, ruleBasedHelene].map((engine) => contractOf(engine, texts, true)),
  ...[adeline, adelineByRules].map((engine) => contractOf(engine, texts, false)),
  losslessContract(texts),
]

const sayWhatIsMissing = ({ folder }: QualityOptions): void => {
  const missing = folder === undefined ? [] : missingFrom(folder)
  if (folder === undefined) print(`No folder of data was given: the texts are made up.\n\n${qualityUsage}\n`)
  else if (missing.length > 0)
    print(
      `The folder lacks the following; what is measured on it is made up or left out.\n${missing.map((line) => `  ${line}`).join('\n')}\n`,
    )
}

const run = (options: QualityOptions): void => {
  sayWhatIsMissing(options)
  const measured: { set: string; title: string; notes: readonly string[]; documents: number; rows: Row[] }[] = []
  const verdicts: Verdict[] = []
  const texts: string[] = []
  if (options.plots !== undefined) mkdirSync(options.plots, { recursive: true })
  for (const part of options.parts)
    for (const set of parts[part](options)) {
      const rows = [...rowsOf(set)]
      print(setText(set, rows))
      measured.push({ set: set.name, title: set.title, notes: set.notes, documents: set.documents.length, rows })
      verdicts.push(...verdictsOf(set, rows))
      texts.push(...spreadOver(set))
      if (options.plots !== undefined)
        for (const [file, content] of plotsOf(set, rows)) writeFileSync(join(options.plots, file), content)
    }
  const contract = contractRows(texts)
  print(contractText(contract))
  print(verdictsText(verdicts))
  if (options.json !== undefined)
    writeFileSync(options.json, `${JSON.stringify({ sets: measured, contract, bars: verdicts }, undefined, 1)}\n`)
}

endWithClosedOutput()
await sayingFaults(qualityUsage, () => {
  const options = readQualityOptions(process.argv.slice(2))
  if (options === undefined) print(qualityUsage)
  else run(options)
})
