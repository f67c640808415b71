// Pictures that come themselves in one request and by a name in another: kits send one to a store, or to the provider, and name it from then on, or fetch
// it for a model that takes no addresses. Nobody but the provider knows whether both show the same.

import { onceAsked } from '../../collections/once.ts'
import { kindOf, nextOf } from '../../json/read.ts'
import { JsonKind } from '../../json/scan.ts'
import { isName, saysPicture } from '../../transcript/named-pictures.ts'
import type { Transcript } from '../../transcript/transcript.ts'

/** What a history says beside its pictures. */
export interface ShownPictures {
  /** Digest of everything without what the pictures show. */
  readonly upTo: string
  /** How many of them are named, by an address or as a file of the provider's. */
  readonly named: number
}

interface Counted {
  readonly pictures: number
  readonly named: number
}

/** How many pictures and names are in the messages before each, and in all of them. */
const countedBefore = ({ tape, messages }: Pick<Transcript, 'tape' | 'messages'>): readonly Counted[] => {
  let pictures = 0
  let named = 0
  const before = [{ pictures, named }]
  for (const { node } of messages) {
    const end = nextOf(tape, node)
    for (let key = node + 1; key < end; key += 1) {
      if (kindOf(tape, key) !== JsonKind.Key) continue
      if (saysPicture(tape, key)) pictures += 1
      // A name in what a call is given counts as well: it is there in every request.
      else if (isName(tape, key)) named += 1
    }
    before.push({ pictures, named })
  }
  return before
}

/** Tells what the messages up to a head show; `undefined`: there are no pictures. `digestOf`: of these without their pictures. */
export const shownIn = (
  transcript: Pick<Transcript, 'tape' | 'messages'>,
  digestOf: (head: { readonly messages: number }) => string,
): ((head: { readonly messages: number }) => ShownPictures | undefined) => {
  // Once for all who ask: each record of another history does, and there may be many.
  const counted = onceAsked(() => countedBefore(transcript))
  return (head) => {
    const { pictures = 0, named = 0 } = counted()[head.messages] ?? {}
    return pictures === 0 ? undefined : { upTo: digestOf(head), named }
  }
}
