// The time zone of the machine that this runs on.

/**
 * UTC where the machine names none that can be told: of a `TZ` that is no name of a zone (`:/etc/localtime`), Node says nothing, and
 * Chromium `Etc/Unknown`, which it does not take itself. `named`: what the machine says.
 */
export const ownZone = (named: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone): string => {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: named ?? 'UTC' })
    return named ?? 'UTC'
  } catch {
    return 'UTC'
  }
}
