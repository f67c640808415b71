// Keeps the line in which an agent's shell says how a command ended: often nothing else says that it failed.

import type { LineContext } from '../context/line-context.ts'
import { pinLines } from './hinted-lines.ts'

const exitCode = /^\s{0,8}(?:(?:[Ee]xit|[Rr]eturn) ?(?:code|status):? |Process exited with code )-?\d{1,10}\.?\s*$/
/** At least one of these stands in each of those lines. */
const hint = /[Ee]xit|[Rr]eturn ?[cs]/g

/** Pins the units of such lines. Linear in the text. */
export const pinExitCodes = (context: LineContext): void => pinLines(context, hint, exitCode)
