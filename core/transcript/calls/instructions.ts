// What a model is to follow although a tool has answered it: a skill, a person's answer, the rules of a repository. It may be followed
// long after it was last quoted or named.

import { words } from './word-list.ts'

/** Tools that give the model instructions, by name without case and separators. */
const instructing = words(
  'skill useskill loadskill readskill getskill viewskill activateskill invokeskill fetchrules getrules readrules ' +
    'initialinstructions getinstructions readinstructions readmemory',
)
/** Tools through which a person answers the model, or approves a plan that it then follows. */
const asking = words(
  'askuserquestion exitplanmode enterplanmode requestuserinput askuser askquestion askquestions askfollowupquestion ' +
    'question planexit planenter planmoderespond vscodeaskquestions askhuman',
)

/** Whether what a tool of this name answers is to be followed. */
export const givesInstructions = (plainName: string): boolean => instructing.has(plainName) || asking.has(plainName)

/** Files in which agents look for the rules of a repository, and those of skills and rules that they are led to from there. */
const named =
  /(?:^|[\\/])(?:(?:agents|claude|gemini|qwen|crush|warp|skill|conventions)(?:\.(?:local|override))?\.md|[\w.-]+\.mdc|copilot-instructions\.md|[\w.-]+\.instructions\.md|\.(?:cursor|windsurf|cline|roo|kilocode)rules|\.goosehints)$/i
const placed = /(?:^|[\\/])(?:skills|rules|commands|\.clinerules)[\\/](?:[^\\/]+[\\/])*[^\\/]+\.md$/i

/** Whether a file says how to work, by its path. */
export const isOfInstructions = (path: string): boolean => named.test(path) || placed.test(path)
