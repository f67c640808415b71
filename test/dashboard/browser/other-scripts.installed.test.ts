// Names in other scripts, in a real browser: words without blanks on a narrow page, and names that are read from right to left.

import { beforeAll, expect, it } from 'vitest'
import { openDynamo } from '../../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../../adapters/dynamo/ledger/ledger.ts'
import { defaultTablePrefix } from '../../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../../adapters/embedded/local-aws.ts'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'
import { emptyDashboard } from './dashboard-of-tests.ts'

const models = [
  '日本語の模型名'.repeat(8),
  'แบบจำลองภาษาไทย'.repeat(6),
  'דגם-שפה-3',
  'نموذج اللغة 4.1',
  'Sprachmodellbezeichnungsverwaltung'.repeat(3),
]
const sessionId = '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69'

const { address, service, signedIn } = emptyDashboard()

beforeAll(async () => {
  const { dynamodbEndpoint: endpoint } = service().facts
  const dynamo = openDynamo({ tablePrefix: defaultTablePrefix, endpoint, deadlineMilliseconds: 10_000, ...localAws })
  const ledger = dynamoLedger(dynamo)
  for (const [index, model] of models.entries())
    await ledger.put(
      aReceipt({
        ...{ accountId: 'local', sessionId, model, client: 'codex', receivedAt: new Date().toISOString() },
        exchangeId: `01J0000000000000000000000${index}`,
        ...{ tokensBefore: 9_000, tokensAfter: 6_000, effectiveTokensBefore: 9_000, effectiveTokensAfter: 7_000 },
      }),
    )
  dynamo.close()
})

it.each([320, 400, 700, 1280])(
  '%i px wide: they stay in their cells, and nothing goes sideways',
  async (width) => {
    const page = await signedIn()
    await page.setViewportSize({ width, height: 800 })
    for (const screen of ['/usage?tab=ledger', '/sessions', `/sessions/${sessionId}`]) {
      await page.goto(`${address()}/accounts/local${screen}`)
      await page.waitForSelector('main tr:visible')
      await page.waitForFunction(() => document.querySelector('.skeleton') === null)
      const found = await page.evaluate(() => ({
        sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        cut: [...document.querySelectorAll('main td span[title]')]
          .filter((one) => one.getClientRects().length > 0)
          .filter((one) => one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().left < 0)
          .map(({ textContent }) => textContent),
      }))
      expect({ screen, ...found }).toEqual({ screen, sideways: 0, cut: [] })
    }
  },
  60_000,
)
