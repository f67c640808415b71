// What a result says: where it is an envelope, the texts inside; otherwise itself, of which the beginning tells what it is.

import { opensJson } from '../../json/opens-json.ts'
import { beginningOf } from '../../json/strings/beginning.ts'
import { envelopeOf, opensNoEnvelope } from '../../json/strings/envelopes.ts'
import type { StringValue } from '../../json/strings/value.ts'
import { lengthOfHead } from '../../text/answer-head.ts'
import { looksLikeFile } from '../../transcript/answers/answer-shape.ts'

const behindHead = (text: string): string => text.slice(lengthOfHead(text))

/** What a text says behind what its client puts in front of it: in an envelope, the texts inside. Takes time by its length. */
export type Inside = readonly { readonly text: string }[]
export const insideOf = (text: string): Inside => {
  const bare = behindHead(text)
  return envelopeOf(bare)?.texts ?? [{ text: bare }]
}

/** The same of an envelope, which is read whole; of any other value its beginning tells what it is. */
export const insideEnvelope = (value: StringValue): Inside | undefined =>
  opensNoEnvelope(behindHead(value.opening)) ? undefined : insideOf(value.text)

export const looksRead = (inside: Inside, inShell: boolean): boolean =>
  inside.some((one) => looksLikeFile(beginningOf(one.text), inShell))

export const areRecords = (inside: Inside): boolean => inside.every(({ text }) => opensJson(text))

/** By what an envelope has inside, or by how the value opens. */
export const hasRecords = (value: StringValue, inside: Inside | undefined): boolean =>
  inside === undefined ? opensJson(behindHead(value.opening)) : areRecords(inside)

/** The same of a value, which is looked at once. */
export const isOfRecords = (value: StringValue): boolean => {
  value.noted.isRecords ??= hasRecords(value, insideEnvelope(value))
  return value.noted.isRecords
}
