// How an agent changes files: by commands of a shell that need nothing of what it has read, or by quoting lines or counting them, as
// most editing tools ask. It is told by the tools of the request, by what stands around the conversation, and by what the model has
// done so far. In doubt it quotes.

import { membersOf } from '../json/object-members.ts'
import { elementsOf, kindOf, nextOf, stringOf } from '../json/read.ts'
import { JsonKind } from '../json/scan.ts'
import type { InPieces } from '../runtime/pieces.ts'
import { plainName, shells } from './calls/tool-names.ts'
import { words } from './calls/word-list.ts'
import type { Said } from './line-uses.ts'
import { isSaid } from './result-segment.ts'
import { endOfFirstTurn, type Transcript } from './transcript.ts'

/** Tools beside a shell that change no file: they go on with what runs in one, plan, end, or look at something else. */
const harmless = words(
  'writestdin bashoutput killbash killshell updateplan plan think todowrite todoread finish submit done complete ' +
    'attemptcompletion viewimage websearch websearchpreview webfetch',
)

/** How instructions and commands name a way to edit that quotes. */
const quoting =
  /apply_?patch|\*\*\* (?:Begin|Update) |old_?str|new_?str|str_?replace|search[_ /-]?(?:and[_ ]|& ?)?replace|find[_ ]and[_ ]replace|replace_?in_?file|edit_?(?:file|block)|[<-]{5} ?SEARCH|>{5} ?REPLACE|\bgit (?:apply|am)\b|\bpatch\s+(?:-\w|<)|\bperl\s+-\w*0|unified diff|diff[_ ]format|^@@ -\d|^diff --git /im

/** By which members tools are told what to look for. */
const quotingMember =
  /^(?:original|patch|diffs?|edits?|changes|(?:old|new|search|find)(?:_?(?:str|string|text|code|content|lines?))?|\w{0,20}replace\w{0,20})$/i

/** Programs that look for a piece of a file to rewrite it: lines, or more than some words of one. */
const searching =
  /(?:\.(?:replace|index|find|split|partition)\(\s*|\bsubn?\(\s*|\b\w{0,20}(?:old|orig|search|find|target|marker|before|anchor)\w{0,20}\s*=\s*)r?(?:'''|"""|`|'(?:[^'\n]{24,400}'|[^'\n]{0,400}\\[n\n])|"(?:[^"\n]{24,400}"|[^"\n]{0,400}\\[n\n]))/
const rewriting = /\bopen\(|write_text\(|writeFile/
/** The same where the piece has a name of its own. */
const named = /=\s*[bfru]{0,2}(?:'''|""")/
const searchingNamed = /\.(?:replace|index|find|split|partition)\(\s*[A-Za-z_]/

/** Commands that change a file by numbers of its lines, which nobody tells but what showed the lines before them. Editors may quote as well. */
const counting =
  /(?:^|[;&|(]|[:,[] ?"|-l?c ["'])[ \t]{0,8}(?:ed|ex|n?vim?|patch)[ \t]|\bedit \d+:\d|\blines(?:\[\d|\.(?:insert|pop)\(\d)/m

const intoFile = /\s-\w{0,8}i|--in-?place|\s>{1,2}\s*(?!\/dev\/)\S|\b(?:tee|sponge|mv)\s/
/** How a filter numbers the lines that it changes or leaves out. */
const numberedLines =
  /(?:^|[\s'";{])(?:\d{1,6}|\$\{\w{1,40}\}|\$\w{1,40}(?=,))(?:,(?:\d{1,6}|\$\{?\w{0,40}\}?))?\s?[acdirsy](?=[\\/|#,@!'"\s;}]|$)|\bNR\s?[<>=!]=?\s?\d|\$\.\s?[<>=!]=?\s?\d|\btail\s+-n\s?\+\d/m
const filter = /\bg?(?:sed|awk)\s|\bperl\s|\btail\s/

const linesOfFile = /readlines\(|splitlines\(|\bsplit\(\s*['"`](?:\\n|\\?\n)/
const numberedItems = /\[ ?(?:\d{0,6} ?: ?)?\d{1,6} ?(?:: ?)?\]|\b(?:insert|pop|splice)\( ?\d/

/** Whether a command or a program changes a file by numbers of its lines. */
const counts = (text: string): boolean =>
  counting.test(text) ||
  (filter.test(text) && intoFile.test(text) && numberedLines.test(text)) ||
  (linesOfFile.test(text) && /write/.test(text) && numberedItems.test(text))

/** What `sed` looks for stands in one line: it is a command like others, whatever the examples for it look for. */
const saysQuoting = (text: string): boolean => quoting.test(text) && quoting.test(text.replaceAll(/\bsed\s[^\n]*/g, ''))

const quotesOrCounts = (text: string): boolean =>
  counts(text) ||
  saysQuoting(text) ||
  (rewriting.test(text) && (searching.test(text) || (named.test(text) && searchingNamed.test(text))))

type Body = Pick<Transcript, 'tape' | 'messages' | 'segments'>

/** Whether any member in a value tells of quoting, or any text for which `isRead` holds. */
const tellsOfQuoting = ({ tape }: Body, node: number, isRead: (text: number) => boolean = () => true): boolean => {
  for (let inner = node; inner < nextOf(tape, node); inner += 1) {
    const kind = kindOf(tape, inner)
    if (kind === JsonKind.Key && quotingMember.test(stringOf(tape, inner) ?? '')) return true
    if (kind === JsonKind.String && isRead(inner) && saysQuoting(stringOf(tape, inner) ?? '')) return true
  }
  return false
}

/** The same of a message. A result says what stands in files; what the model said is read with its commands. */
const messageTells = (body: Body): ((message: Body['messages'][number], at: number) => boolean) => {
  const { messages, segments } = body
  const firstTurn = endOfFirstTurn(messages)
  const results = new Set(segments.filter((segment) => !isSaid(segment)).map(({ node }) => node))
  return ({ node, side }, at) => {
    if (side === 'model') return tellsOfQuoting(body, node, () => false)
    return tellsOfQuoting(body, node, side === 'client' && at >= firstTurn ? (text) => !results.has(text) : undefined)
  }
}

/** The name of a tool, however the dialect spells it; one that the provider knows may have a type alone. */
const nameOfTool = (tape: Body['tape'], node: number): string => {
  const tool = membersOf(tape, node)
  const named = tool?.get('name') ?? membersOf(tape, tool?.get('function'))?.get('name') ?? tool?.get('type')
  return plainName(stringOf(tape, named) ?? '')
}

/** Whether a request offers a shell, and beside it nothing that may change files. */
const offersShellsAlone = (tape: Body['tape'], tools: number | undefined): boolean => {
  const names = elementsOf(tape, tools).map((tool) => nameOfTool(tape, tool))
  return names.some((name) => shells.has(name)) && names.every((name) => shells.has(name) || harmless.has(name))
}

/** Where tools are named that stand in no list of the request. */
const elsewhere = words('mcp_servers functions')

/**
 * Whether the agent edits by commands of a shell, and has neither quoted nor counted lines. Time by what stands around the conversation, which is
 * one piece, and by what was said: in pieces of a message or a text. `said`: what the model said.
 */
export function* editsByShellAlone(body: Body, said: readonly Said[]): InPieces<boolean> {
  const { tape, messages } = body
  const members = membersOf(tape, 0)
  if (members === undefined || !offersShellsAlone(tape, members.get('tools'))) return false
  const [first] = messages
  const isAround = (node: number): boolean =>
    first === undefined || first.node < node || first.node >= nextOf(tape, node)
  let isTold = false
  members.each((name, node) => {
    if (!isTold && isAround(node)) isTold = elsewhere.has(name) || tellsOfQuoting(body, node)
  })
  if (isTold) return false
  const tells = messageTells(body)
  for (const [at, message] of messages.entries()) {
    yield
    if (tells(message, at)) return false
  }
  for (const { text } of said) {
    yield
    if (quotesOrCounts(text)) return false
  }
  return true
}
