// A Chromium that this machine has already: nothing is downloaded.

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Where it is, or nothing. `CHROMIUM` names another one. */
export const chromiumPath = (): string | undefined =>
  [process.env.CHROMIUM ?? '', ...places].find((path) => existsSync(path))

/** `more`: further words of its command line. Throws if there is none. */
export const openChromium = (more: readonly string[] = []): Promise<Browser> => {
  const executablePath = chromiumPath()
  if (executablePath === undefined)
    throw new Error('There is no Chromium: install the package chromium or chromium-headless-shell.')
  // The sandbox needs rights that containers do not give; every page that is opened is our own.
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...more] })
}
