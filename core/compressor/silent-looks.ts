// When an engine is taken for stuck. Between two texts its process answers; at a text that never ends it would not, and would keep its
// processor, and everybody who asks that process, for ever.

/** How often it is looked. */
export const lookMilliseconds = 15_000

/** The longest text takes six seconds, and several may be worked on in turn. Looks, and no time: a process may have been frozen meanwhile. */
const mostSilent = 4

export interface SilentLooks {
  /** It has answered. */
  heard(): void
  /** It has not answered since the last look. Returns whether it is stuck. */
  silent(): boolean
}

export const silentLooks = (): SilentLooks => {
  let looks = 0
  return {
    heard() {
      looks = 0
    },
    silent() {
      looks += 1
      return looks > mostSilent
    },
  }
}
