// The dashboard in a real browser: `npm run test:browser`. The browser is the machine's own; nothing is downloaded.

import { chromiumPath } from '../testkit/chromium.ts'
import { Skipped } from '../testkit/skipped.ts'
import { runInstalledSuite } from './installed-suite.ts'

process.exitCode = await runInstalledSuite({
  name: 'the dashboard in a browser',
  tests: 'test/dashboard/browser',
  async install() {
    const path = chromiumPath()
    if (path === undefined)
      throw new Skipped('there is no Chromium here: install the package chromium or chromium-headless-shell.')
    return path
  },
  variable: 'CHROMIUM',
})
