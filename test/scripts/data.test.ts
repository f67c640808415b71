import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { dataSets, report } from '../../scripts/data.ts'

const sets = dataSets(readFileSync(join(import.meta.dirname, '../../docs/data.md'), 'utf8'))

it('knows every file of the page', () => {
  expect(sets).toHaveLength(12)
  expect(sets.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['transcripts/schema-guided-train.jsonl.gz', 'qa/chinese-cmrc.json.gz', 'qa/squad.json.gz']),
  )
})

it('says what is there, and where the rest comes from', () => {
  const folder = mkdtempSync(join(tmpdir(), 'data-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const put = (file: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), 'x'.repeat(150_000))
  }
  put('qa/squad.json.gz')
  const { lines, whole } = report(folder, sets)
  expect(whole).toBe(false)
  expect(lines).toContain('   0.1 MB  qa/squad.json.gz')
  expect(lines.filter((line) => line.includes('absent'))).toHaveLength(sets.length - 1)
  expect(lines.join('\n')).toContain('from octokit/webhooks at 3a58428')
  for (const { file } of sets) put(file)
  expect(report(folder, sets).whole).toBe(true)
})
