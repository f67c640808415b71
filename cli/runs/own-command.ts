// What runs this command line again, for programs that call it later.

import { quoted } from '../files/private.ts'

export const ownCommand = (): readonly string[] => [process.execPath, ...process.argv.slice(1, 2)]

/** For a setting `statusLine`; nothing where this script has no path. */
export const statusLineCommand = (): string | undefined => {
  const command = ownCommand()
  return command.length < 2 ? undefined : [...command.map(quoted), 'statusline'].join(' ')
}

/** Whether the script stands where npx puts what it fetches: it is gone when npm tidies up. */
export const isPassing = (): boolean => ownCommand().some((word) => /[\\/]_npx[\\/]/.test(word))
