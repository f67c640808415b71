// What tells two blocks of a prompt apart to their provider, beside who says them.

import type { JsonObject } from '../../../core/json/object.ts'
import type { Rendering } from './rendering.ts'

/** What answers have beside what they say: a model reads none of it. */
const silent: ReadonlySet<string> = new Set(['refusal', 'annotations', 'status', 'caller'])

/** An item of Responses is named for its provider alone, where it is no reference. */
const isItsName = (name: string, { role, type }: JsonObject): boolean =>
  name === 'id' && (role !== undefined || type === 'function_call')

/** In which order a client names the members of a block says nothing to a provider. */
const ordered = (block: JsonObject): object =>
  Object.fromEntries(
    Object.entries(block)
      .filter(
        ([name, value]) => !silent.has(name) && !isItsName(name, block) && !(name === 'citations' && value === null),
      )
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

const ids: ReadonlySet<string> = new Set(['id', 'tool_use_id', 'call_id', 'tool_call_id'])
const signature = /\?signature=\d+/g

/** Of a block without its marker, by what its provider renders. */
export const identityBy = ({
  withoutIds = false,
  withoutSignatures = false,
}: Rendering): ((block: JsonObject) => string) => {
  const idless = (name: string, value: unknown): unknown => (ids.has(name) ? undefined : value)
  return (block) => {
    const written = JSON.stringify(ordered(block), withoutIds ? idless : undefined)
    return withoutSignatures ? written.replaceAll(signature, '') : written
  }
}
