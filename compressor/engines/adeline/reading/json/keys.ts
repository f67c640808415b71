// What a key's name says about its value: identity, name, amount, time, link, … Names only; values are judged elsewhere.

import { lowerCase } from '../../../../text/characters.ts'
import { englishWordsOf } from './keys-elsewhere.ts'

export const KeyClass = {
  unknown: 0,
  identity: 1,
  name: 2,
  contact: 3,
  amount: 4,
  time: 5,
  status: 6,
  error: 7,
  text: 8,
  link: 9,
  housekeeping: 10,
  flag: 11,
  place: 12,
  count: 13,
  /** A day that people name, unlike the time at which a record was written. */
  day: 14,
  /** A link that people follow, unlike those of an interface. */
  page: 15,
  /** A sentence about what happened. */
  message: 16,
  /** When an event happened or a sample was taken, unlike when a record was written. */
  eventTime: 17,
} as const

/** The last word of a name decides. The lists are English because keys are. A word of two classes belongs to the later one. */
const words: readonly (readonly [keyClass: number, names: string])[] = [
  [
    KeyClass.identity,
    `id ids uuid guid key number num no code codes sku slug ref reference isbn ean upc iban vin pnr serial sha
    commit account username login handle ticket`,
  ],
  [KeyClass.name, 'name names title label first last given family full surname headline branch tag'],
  [KeyClass.contact, 'email mail phone mobile fax tel telephone'],
  [
    KeyClass.amount,
    `price prices amount amounts total subtotal cost costs fee fees balance tax rate salary budget discount value
    paid charge credit limit`,
  ],
  [KeyClass.time, 'at time datetime timestamp created updated modified since until start end begin est utc'],
  [KeyClass.day, 'date day month year dob birthday birthdate expires expiry deadline due departure arrival'],
  [
    KeyClass.status,
    `status state type kind category level priority role stage phase severity class mode method membership plan
    tier cabin currency unit source brand model size color colour material`,
  ],
  [KeyClass.error, 'error errors exception failure failures fault stderr traceback'],
  [KeyClass.message, 'message msg reason warning warnings detail details cause hint'],
  [
    KeyClass.text,
    `description body summary comment comments note notes content text bio about abstract excerpt snippet html
    markdown readme stdout output`,
  ],
  [KeyClass.link, 'url urls uri href link links avatar image images icon thumbnail photo self'],
  [
    KeyClass.housekeeping,
    `etag hash checksum digest signature version revision nonce cursor token gravatar schema locale encoding`,
  ],
  [
    KeyClass.place,
    `address address1 address2 street city state country zip postcode postal region county lat lon lng latitude
    longitude location origin destination airport`,
  ],
  [
    KeyClass.count,
    `count counts quantity qty stock seats size length width height weight score rating votes stars forks watchers
    pages items`,
  ],
]

const classOfWord = new Map(
  words.flatMap(([value, list]) => list.split(/\s+/).map((word): [string, number] => [word, value])),
)
const pageStarts = new Set('html web public canonical permanent share'.split(' '))
const flagStarts = new Set(
  'is has can was should allow allows allowed enable enabled disable disabled needs'.split(' '),
)
const eventTimeKey =
  /^(time|timestamp|ts|at|datetime|(event|log|logged|occurred|received|observed|sampled|measured|recorded) (time|timestamp|at))$/
const flagEnds = new Set('enabled disabled allowed available active visible required verified'.split(' '))

/** The words of `createdAt`, `created_at`, `created-at`, `CREATED AT`, in lower case. */
export const keyWordsOf = (name: string): string[] =>
  lowerCase(name.replace(/([a-z0-9])([A-Z])/g, '$1 $2'))
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** What is read of a name of a member: its words. */
export type KeyWords = (name: string) => readonly string[]

/** The same in any language: English words for what another language calls it, or its own words. */
export const keyWordsInAnyLanguage: KeyWords = (name) =>
  (name.length > 80 ? undefined : englishWordsOf(name)) ?? keyWordsOf(name)

/** The class of a key without its quotes. */
export const keyClassOf = (name: string, wordsOf: KeyWords = keyWordsOf): number => {
  if (name.length > 80) return KeyClass.unknown
  const parts = wordsOf(name)
  const last = parts.at(-1)
  const first = parts[0]
  if (last === undefined || first === undefined) return KeyClass.unknown
  if (flagEnds.has(last) || (parts.length > 1 && flagStarts.has(first))) return KeyClass.flag
  if (eventTimeKey.test(parts.join(' '))) return KeyClass.eventTime
  if (last === 'permalink' || last === 'homepage' || last === 'website') return KeyClass.page
  if (parts.length > 1 && last === 'url' && pageStarts.has(first)) return KeyClass.page
  return classOfWord.get(last) ?? (parts.length > 1 ? classOfWord.get(first) : undefined) ?? KeyClass.unknown
}

/** How well a member of this name tells which record it stands in: 0 not at all, higher is better. */
export const identityRank = (name: string, wordsOf: KeyWords = keyWordsOf): number => {
  const parts = wordsOf(name)
  const last = parts.at(-1)
  if (last === undefined || name.length > 80) return 0
  if (parts.length === 1 && (last === 'id' || last === 'uuid' || last === 'guid')) return 6
  if (last === 'id' || last === 'uuid' || last === 'number' || last === 'sku' || last === 'code') return 5
  if (parts.length === 1 && (last === 'name' || last === 'title' || last === 'key')) return 4
  if (last === 'name' || last === 'title' || last === 'username' || last === 'login' || last === 'slug') return 3
  if (classOfWord.get(last) === KeyClass.identity || last === 'label' || last === 'email' || last === 'path') return 2
  return 0
}
