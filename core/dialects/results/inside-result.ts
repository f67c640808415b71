// What a result says: where it is an envelope, the texts inside; otherwise itself, of which the beginning tells what it is.

import { opensJson } from '../../json/opens-json.ts'
import { beginningOf } from '../../json/strings/beginning.ts'
import { envelopeOf, opensNoEnvelope } from '../../json/strings/envelopes.ts'
import type { StringValue } from '../../json/strings/value.ts'
import { looksLikeFile } from '../../transcript/answers/answer-shape.ts'

/** What a text says: in an envelope, the texts inside. Takes time by its length. */
export type Inside = readonly { readonly text: string }[]
export const insideOf = (text: string): Inside => envelopeOf(text)?.texts ?? [{ text }]

/** The same of an envelope, which is read whole; of any other value its beginning tells what it is. */
export const insideEnvelope = (value: StringValue): Inside | undefined =>
  opensNoEnvelope(value.opening) ? undefined : insideOf(value.text)

export const looksRead = (inside: Inside, inShell: boolean): boolean =>
  inside.some((one) => looksLikeFile(beginningOf(one.text), inShell))

/** What Codex puts in front of what a server has answered. */
const head = /^Wall time: \d[\d.]{0,20} seconds\r?\nOutput:\r?\n/

/** Whether a text opens as records do, behind such a head. */
const opensRecords = (text: string): boolean => opensJson(text.replace(head, ''))

export const areRecords = (inside: Inside): boolean => inside.every(({ text }) => opensRecords(text))

/** By what an envelope has inside, or by how the value opens. */
export const hasRecords = (value: StringValue, inside: Inside | undefined): boolean =>
  inside === undefined ? opensRecords(value.opening) : areRecords(inside)

/** The same of a value, which is looked at once. */
export const isOfRecords = (value: StringValue): boolean => {
  value.noted.isRecords ??= hasRecords(value, insideEnvelope(value))
  return value.noted.isRecords
}
