// What this browser remembers of how its reader wants to see things: nothing about accounts, nothing secret.

import { effect, signal } from '@preact/signals'
import { ownZone } from './own-zone.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const browserZone = ownZone()
export const zones: readonly string[] = [...new Set([browserZone, 'UTC'])]

const remembered = <Value extends string>(name: string, known: readonly Value[], otherwise: Value): Value => {
  try {
    const text = localStorage.getItem(name)
    return known.find((one) => one === text) ?? otherwise
  } catch {
    return otherwise
  }
}

const remember = (name: string, value: string): void => {
  try {
    localStorage.setItem(name, value)
  } catch {
    // A browser that keeps nothing: it holds for this page.
  }
}

export const theme = signal<Theme>(remembered('theme', themes, 'system'))
export const zone = signal<string>(remembered('zone', zones, browserZone))

effect(() => {
  document.documentElement.dataset.theme = theme.value
  remember('theme', theme.value)
})
effect(() => remember('zone', zone.value))
