// The dashboard in a real browser: `npm run test:browser`. The browser is the machine's own.

import { chromiumPath } from '../testkit/chromium.ts'
import { NotInstallable, runInstalledSuite } from './installed-suite.ts'

process.exitCode = runInstalledSuite({
  name: 'the dashboard in a browser',
  tests: 'test/dashboard/browser/journeys.installed.test.ts',
  requirements: `a Chromium at ${chromiumPath()}`,
  install() {
    if (chromiumPath() === undefined)
      throw new NotInstallable('there is no Chromium here: install the package chromium or chromium-headless-shell.')
  },
  variable: ['CHROMIUM', () => chromiumPath() ?? ''],
})
