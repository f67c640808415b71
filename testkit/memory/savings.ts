// Sums in memory: the same ports as the adapter, proven by the same contract.

import type { SavingsRecords } from '../../adapters/dynamo/ledger/savings.ts'
import type { SavingsPart } from '../../core/savings/fold.ts'
import { maxModelsPerDay, nameOfPart, sessionKey } from '../../core/savings/parts.ts'
import { recencyOf, slotOf } from '../../core/savings/session.ts'
import { rebuildingSeconds, type Session, type StoredPart } from '../../core/savings/store.ts'

export interface MemorySavings {
  readonly parts: Map<string, StoredPart>
  readonly models: Map<string, Set<string>>
  /** Until when, in milliseconds since the epoch. */
  readonly rebuilding: Map<string, number>
}

export const newMemorySavings = (): MemorySavings => ({ parts: new Map(), models: new Map(), rebuilding: new Map() })

const sessionOf = ({ session, sums }: SavingsPart): Session | undefined =>
  session === undefined ? undefined : { ...session, sums }

const slot = (session: Session): string => slotOf(recencyOf(session))

/** Several of them over one `items` are replicas of one store. */
export const memorySavings = (items: MemorySavings = newMemorySavings()): SavingsRecords => ({
  async find(key) {
    return items.parts.get(nameOfPart(key))
  },
  async put(part, overVersion) {
    if ((items.parts.get(nameOfPart(part))?.version ?? 0) !== overVersion) return false
    items.parts.set(nameOfPart(part), { part, version: overVersion + 1 })
    return true
  },
  async admitModels(accountId, day, models) {
    const known = items.models.get(`${accountId}#${day}`) ?? new Set<string>()
    items.models.set(`${accountId}#${day}`, known)
    for (const model of models) if (known.size < maxModelsPerDay) known.add(model)
    return new Set(models.filter((model) => known.has(model)))
  },
  async isRebuilding(accountId) {
    return (items.rebuilding.get(accountId) ?? 0) > Date.now()
  },
  async setRebuilding(accountId, isRebuilding) {
    if (isRebuilding) items.rebuilding.set(accountId, Date.now() + rebuildingSeconds * 1000)
    else items.rebuilding.delete(accountId)
  },
  async parts(owner, range = { from: '0', to: '~' }) {
    // As DynamoDB does; the embedded one lets it pass.
    if (range.from === '' || range.to === '') throw new TypeError('A key cannot be compared with nothing.')
    return [...items.parts.values()]
      .map(({ part }) => part)
      .filter((part) => part.owner === owner && part.part >= range.from && part.part <= range.to)
      .sort((one, other) => (one.part < other.part ? -1 : 1))
  },
  async session(accountId, sessionId) {
    const stored = items.parts.get(nameOfPart(sessionKey(accountId, sessionId)))
    return stored === undefined ? undefined : sessionOf(stored.part)
  },
  async sessions(accountId, { newestMonth, oldestMonth }, cursor = '~') {
    const sessions = [...items.parts.values()]
      .map(({ part }) => sessionOf(part))
      .filter((session) => session !== undefined)
      .filter((session) => session.accountId === accountId && recencyOf(session) < cursor)
      .filter(({ lastAt }) => lastAt >= oldestMonth && lastAt < `${newestMonth}~`)
      .sort((one, other) => (one.lastAt < other.lastAt ? 1 : -1))
    const least = sessions[24]
    const page = sessions.filter((session) => least === undefined || slot(session) >= slot(least))
    const last = page.at(-1)
    if (last === undefined || sessions.length === page.length) return { sessions: page }
    return { sessions: page, next: slot(last) }
  },
})
