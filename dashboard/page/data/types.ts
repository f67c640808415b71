// What the dashboard's API tells the page.

import type * as z from 'zod'
import type { answers } from '../../answers.ts'

type AnswerOf<Name extends keyof typeof answers> = Readonly<z.infer<(typeof answers)[Name]>>

export type Me = AnswerOf<'me'>
export type AccountEntry = Me['accounts'][number]

/** What every screen of an account is given. */
export interface ScreenProps {
  readonly me: Me
  readonly account: AccountEntry
  readonly reloadMe: () => void
}

export type Overview = AnswerOf<'overview'>
export type NetSums = Overview['totals']
export type Usage = AnswerOf<'usage'>
export type UsageRow = Usage['rows'][number]
export type Session = AnswerOf<'session'>
export type Sessions = AnswerOf<'sessions'>
export type Exchanges = AnswerOf<'exchanges'>
export type Exchange = Exchanges['exchanges'][number]
export type Key = AnswerOf<'keys'>['keys'][number]
/** Of a command line. */
export type Token = AnswerOf<'tokens'>['tokens'][number]
/** A machine that waits to be signed in. */
export type WaitingDevice = AnswerOf<'device'>
export type Settings = AnswerOf<'settings'>
export type Members = AnswerOf<'members'>
export type AuditPage = AnswerOf<'audit'>
