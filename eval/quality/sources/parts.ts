// The parts of the bench of quality by name, and the files that they read.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { QualitySet } from '../quality-set.ts'
import { agents } from './agents.ts'
import type { Choice } from './choice.ts'
import { languages, payloads, questions, traces } from './texts.ts'

/** The parts that can be asked for, each with the sets in it. */
export const parts = { questions, agents, traces, payloads, languages } as const satisfies Record<
  string,
  (choice: Choice) => readonly QualitySet[]
>
export type PartName = keyof typeof parts

/** Files of the data that a folder lacks, each with what it is. */
export const missingFrom = (folder: string): readonly string[] =>
  expected.filter(([path]) => !existsSync(join(folder, path))).map(([path, what]) => `${path}: ${what}`)

const expected = [
  ['qa/squad.json.gz', 'SQuAD 1.1, development set, as published'],
  ['qa/chinese-cmrc.json.gz', 'CMRC 2018, development set, in the same form'],
  ['qa/japanese-jsquad.json.gz', 'JSQuAD (JGLUE), validation set, as published'],
  [
    'transcripts/customer-service.jsonl.gz',
    'runs of tau2-bench: id, messages[] with role, content, tool_calls[name, arguments]',
  ],
  ['transcripts/swe-bench-runs.jsonl.gz', 'runs of a coding agent on SWE-bench, in the same form'],
  ['transcripts/schema-guided-dev.jsonl.gz', 'schema-guided dialogues, development set, in the same form'],
  ['traces/java-stack-traces.jsonl.gz', 'stack traces of defects4j: project, bug, trace'],
  ['json/github-webhooks.tar.gz', 'payload examples of octokit/webhooks'],
] as const
