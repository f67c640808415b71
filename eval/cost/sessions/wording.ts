// How the same run reads when its agent has no tools, when a person runs what it asks for, or when results come in envelopes or
// as passages of a retrieval tool.

import type { RunMessage } from '../../../testkit/data/conversation.ts'

/**
 * - `text`: the agent calls in plain text, commands as mini-swe-agent and other tools as Cline, and gets results in turns of the user.
 * - `pasted`: a person runs the commands and pastes what they print.
 * - `mcp`: results are blocks of an MCP answer, printed as JSON.
 * - `retrieved`: a result is a list of passages, one a paragraph.
 */
const wordings = ['text', 'pasted', 'mcp', 'retrieved'] as const
export type Wording = (typeof wordings)[number]

type Call = Extract<RunMessage, { turn: unknown }>['turn']['calls'][number]
type Result = Extract<RunMessage, { result: unknown }>

const commandOf = ({ input }: Call): string | undefined => ('command' in input ? String(input.command) : undefined)

const tag = (name: string, value: unknown): string =>
  `<${name}>${typeof value === 'string' ? value : JSON.stringify(value)}</${name}>`

/** A call at the end of what the model says. */
const calledInText = (call: Call): string => {
  const command = commandOf(call)
  if (command !== undefined) return `\`\`\`bash\n${command}\n\`\`\``
  return `<${call.name}>\n${Object.entries(call.input)
    .map(([name, value]) => tag(name, value))
    .join('\n')}\n</${call.name}>`
}

const answeredInText = ({ result }: Result, call: Call | undefined): string => {
  if (call !== undefined && commandOf(call) === undefined) return `[${call.name}] Result:\n\n${result}`
  return result.startsWith('<returncode>') ? result : `<returncode>0</returncode>\n<output>\n${result}\n</output>`
}

const pasted = 'I ran it, and this is what it printed:\n\n'

/** Whether a turn of the user is a result that was worded so. */
export const isWordedResult = (said: string): boolean =>
  /^(?:<returncode>|\[\w+\] Result:\n)/.test(said) || said.startsWith(pasted)

/** Results as they read inside the envelope that they came in. */
export const textsInEnvelope = (result: string): string => {
  if (!result.startsWith('[{"type":"text","text":')) return result
  const blocks: { readonly text: string }[] = JSON.parse(result)
  return blocks.map(({ text }) => text).join('\n')
}

const source = (at: number): string => `https://pages.example/${at}`
/** Passages as they are given to Anthropic, every other one as a document. */
const passages = (result: string): object[] =>
  result
    .split('\n\n')
    .map((text, at) =>
      at % 2 === 0
        ? { type: 'search_result', source: source(at), title: source(at), content: [{ type: 'text', text }] }
        : { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text }, title: source(at) },
    )

const turnWith = (step: Extract<RunMessage, { turn: unknown }>, ask: (call: Call) => string): RunMessage => {
  const { said, calls } = step.turn
  return calls.length === 0 ? step : { turn: { said: `${said}\n\n${calls.map(ask).join('\n\n')}`, calls: [] } }
}

const wordedStep = (step: RunMessage, wording: Wording, call: Call | undefined): RunMessage => {
  if ('turn' in step && wording === 'text') return turnWith(step, calledInText)
  if ('turn' in step && wording === 'pasted')
    return turnWith(step, (one) => `Please run \`${commandOf(one) ?? one.name}\` and show me what it prints.`)
  if (!('result' in step)) return step
  if (wording === 'text') return { user: answeredInText(step, call) }
  if (wording === 'pasted') return { user: `${pasted}\`\`\`\n${step.result}\n\`\`\`\n\nWhat is to be done now?` }
  if (wording === 'mcp') return { ...step, result: JSON.stringify([{ type: 'text', text: step.result }]) }
  return { ...step, blocks: passages(step.result) }
}

/** Words the steps of a run. Results are worded by the calls that they answer. */
export const wordedBy = (
  steps: readonly RunMessage[],
  wording: Wording | undefined,
): ((step: RunMessage) => RunMessage) => {
  if (wording === undefined) return (step) => step
  const calls = new Map(steps.flatMap((step) => ('turn' in step ? step.turn.calls.map((call) => [call.id, call]) : [])))
  return (step) => wordedStep(step, wording, 'result' in step ? calls.get(step.id) : undefined)
}
