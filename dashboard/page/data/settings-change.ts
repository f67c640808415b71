// What a form of settings changes. Only that is sent: what another owner has changed meanwhile stays.

import type { Settings } from './types.ts'

/** A rate of `null` leaves it to the compressor, as a missing one does. */
export interface WantedSettings extends Pick<Settings, 'mode' | 'compressor' | 'prices'> {
  readonly rate: number | null
}

/** The fields that differ from what was loaded. */
export const changedSettings = (loaded: Settings, wanted: WantedSettings): Partial<WantedSettings> => {
  const before: WantedSettings = { ...loaded, rate: loaded.rate ?? null }
  return Object.fromEntries(
    (['mode', 'compressor', 'rate', 'prices'] as const)
      .filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(before[name]))
      .map((name) => [name, wanted[name]]),
  )
}
