// Everything that an estimate found out.

import type { Played } from '../played/play.ts'
import { emptyTally, type Tally, withSession } from '../played/tally.ts'
import { noFaults } from '../sessions/json-lines.ts'
import type { ReadFile } from '../sessions/read-sessions.ts'
import type { RecordedSession } from '../sessions/recorded-session.ts'

export interface Summary {
  readonly total: Tally
  readonly projects: ReadonlyMap<string, Tally>
  /** Of the files that were found, how many bytes were played. */
  readonly bytes: { readonly found: number; readonly played: number }
  readonly files: number
  /** Lines that were left out, and files that could not be read, with why. */
  readonly faults: ReturnType<typeof noFaults>
  readonly unreadable: readonly string[]
  /** Sessions that the pipeline could not play, with why. */
  readonly failed: readonly string[]
  /** The sessions in which most would go, the first one most. */
  readonly most: readonly RecordedSession[]
}

const mostShown = 12

/** Collects a summary while files are read and sessions played. */
export class Collector {
  private total = emptyTally
  private readonly projects = new Map<string, Tally>()
  private readonly faults = noFaults()
  private readonly unreadable: string[] = []
  private readonly failed: string[] = []
  private readonly bytesOf = new Map<RecordedSession, number>()
  private playedBytes = 0
  private most: { readonly session: RecordedSession; readonly saved: number }[] = []

  read({ file, sessions, faults, unreadable }: ReadFile): void {
    for (const name of ['broken', 'enormous', 'cut'] as const) this.faults[name] += faults[name]
    if (unreadable !== undefined) this.unreadable.push(unreadable)
    if (sessions.length === 0) this.playedBytes += file.bytes
    const requests = sessions.reduce((sum, { asked }) => sum + asked.length, 0)
    for (const session of sessions) this.bytesOf.set(session, (file.bytes * session.asked.length) / requests)
  }

  played(session: RecordedSession, played: Played): void {
    this.end(session)
    this.total = withSession(this.total, session, played)
    this.projects.set(session.project, withSession(this.projects.get(session.project) ?? emptyTally, session, played))
    const saved = played.direct.effective - played.modes.repeated.effective
    this.most = [...this.most, { session, saved }].toSorted((one, other) => other.saved - one.saved).slice(0, mostShown)
  }

  couldNotPlay(session: RecordedSession, why: string): void {
    this.end(session)
    this.failed.push(why)
  }

  get progress(): number {
    return this.playedBytes
  }

  summary(files: number, found: number): Summary {
    const byBill = [...this.projects].toSorted(
      ([, one], [, other]) => other.amounts.direct.effective - one.amounts.direct.effective,
    )
    return {
      total: this.total,
      projects: new Map(byBill),
      bytes: { found, played: this.playedBytes },
      files,
      faults: this.faults,
      unreadable: this.unreadable,
      failed: this.failed,
      most: this.most.map(({ session }) => session),
    }
  }

  private end(session: RecordedSession): void {
    this.playedBytes += this.bytesOf.get(session) ?? 0
    this.bytesOf.delete(session)
  }
}
