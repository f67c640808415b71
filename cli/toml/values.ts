// The strings that a TOML text sets, by the path of their key. Inline tables count as tables; everything else is left out.

import { assignmentOf, statementsOf, tableOf } from './statements.ts'

const stringPattern = /^(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)')/
const inlineMember = /(?:"([^"\n]*)"|'([^'\n]*)'|([\w-]+))\s*=\s*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^,}"']+)/g

const stringOf = (written: string): string | undefined => {
  const [, basic, literal] = stringPattern.exec(written) ?? []
  if (literal !== undefined) return literal
  if (basic === undefined) return /^(true|false)\b/.exec(written)?.[0]
  try {
    return String(JSON.parse(`"${basic}"`))
  } catch {
    return basic
  }
}

/** By dotted path: `model_providers.x.base_url`. */
export const tomlValues = (text: string): ReadonlyMap<string, string> => {
  const values = new Map<string, string>()
  const add = (path: readonly string[], written: string): void => {
    if (written.startsWith('{')) {
      for (const [, double, single, bare, value = ''] of written.matchAll(inlineMember))
        add([...path, double ?? single ?? bare ?? ''], value)
      return
    }
    const value = stringOf(written)
    if (value !== undefined) values.set(path.join('.'), value)
  }
  let table: readonly string[] = []
  for (const statement of statementsOf(text.replace(/^\ufeff/, ''))) {
    table = tableOf(statement) ?? table
    const assignment = assignmentOf(statement)
    if (assignment !== undefined) add([...table, ...assignment.path], assignment.value)
  }
  return values
}
