// The words of docs/naming.md, enforced: a word that was replaced does not come back, in identifiers, comments or texts.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const folders =
  'adapters bench bin cli compressor core dashboard eval examples lambdas lib local scripts service test testkit training verify'
const own = 'test/vocabulary.test.ts'

interface Replaced {
  readonly word: RegExp
  readonly instead: string
  /** Paths where the word had the replaced meaning; absent: everywhere. */
  readonly below?: RegExp
}

/** Gone: none of them may come back. */
const gone: readonly Replaced[] = [
  // The tests of helene-1 speak of houses of stone; version 0.1.0 called its folder so.
  { word: /\bhouse\b/i, instead: 'local service', below: /^(?!(test\/)?compressor\/|local\/data\/former-data)/ },
  { word: /\blens\b/i, instead: 'deletions only' },
  { word: /\bprovider[AB]\b/, instead: 'anthropic, openai' },
  { word: /(?<![/'`\w-])provider-[ab](?![\w-])/, instead: 'anthropic, openai' },
  { word: /\bVerdict\b|\bverdict\b/, instead: 'Decision, decision', below: /^(core|test\/(core|laws|contract))\// },
  { word: /'(base|chosen)'/, instead: "'lossless', 'scheduled'", below: /^(core|test\/core)\// },
  { word: /\bForm\b/, instead: 'Representation', below: /^core\// },
  { word: /learning(Places|Milliseconds)/i, instead: 'backgroundSlots, backgroundMilliseconds' },
  { word: /\bOpen\b|\bopenOf\b/, instead: 'PendingSegment', below: /^core\// },
  { word: /\bmayGoLossy\b/, instead: 'mayBeShortened' },
  { word: /\bFacts\b|\bfactsOf\b/, instead: 'ExchangeFacts', below: /^core\// },
  { word: /\bAccount\b/, instead: 'Balance', below: /^core\/chain\// },
  { word: /\bTrip\b/, instead: 'SessionRun', below: /^(test\/)?eval\// },
  { word: /\bWay\b/, instead: 'Strategy', below: /^(test\/)?eval\// },
  { word: /\bPassed\b/, instead: 'Observed', below: /^(test\/)?eval\// },
  { word: /\blearn(ed|s|ing)?\b|nothingLearned|nothingToLearn/i, instead: 'decide', below: /^core\// },
  { word: /nothing to cut|nothing to delete yet/i, instead: 'nothing to delete' },
  { word: /\bhumps?\b/, instead: 'camelCase', below: /^(compressor|training)\// },
  { word: /\bWordSign\.(bar|step)\b/, instead: 'underscore, pathPart', below: /^compressor\// },
  {
    word: /\bmoments?\b|\blives\b|\bspaceTime\b/i,
    instead: 'removal rank',
    below: /^compressor\/engines\/helene\/(?!words\/common-words)/,
  },
]

const plain =
  /^(adapters|bin|cli|core|examples|lambdas|lib|local|service|verify|test\/(adapters|bin|cli|clients|conformance|contract|deployment|infra|lambdas|local|runtime|verify))\//

/** Phrases that a reader stumbles over, in the folders that are free of them. */
const archaic: readonly Replaced[] = [
  { word: /\bbut for\b/, instead: 'except', below: plain },
  { word: /\banew\b/, instead: 'again', below: plain },
  { word: /(?<!there )\bis none\b/, instead: 'is not a …', below: plain },
  { word: /\bwhoever\b/i, instead: 'anyone who', below: plain },
  { word: /\bso (much|many) or more\b/, instead: 'at least', below: plain },
  { word: /\bthat is no [A-Za-z]+\b/, instead: 'that is not a …', below: plain },
]

const files = folders
  .split(' ')
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.(ts|js|mjs|py|sh)$/.test(path) && !/node_modules|\/fixtures\//.test(path) && path !== own)
  .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n') }))

const uses = ({ word, instead, below }: Replaced): string[] =>
  files
    .filter(({ path }) => below?.test(path) ?? true)
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, index) => (word.test(line) ? [`${path}:${index + 1}: say ${instead}: ${line.trim()}`] : [])),
    )

describe('the vocabulary', () => {
  it('looks at the sources', () => {
    expect(files.length).toBeGreaterThan(500)
  })

  it.each([
    ['a word that is gone', gone],
    ['an archaic phrase', archaic],
  ])('has no use of %s', (_what, replaced) => {
    expect(replaced.flatMap(uses)).toEqual([])
  })
})
