import { expect, it } from 'vitest'
import { settleReceipt } from '../../../../core/exchange/receipt/settle-receipt.ts'
import { receiptSchema } from '../../../../core/ledger/receipt-schema.ts'
import { serviceInMemory } from '../../../../testkit/memory/service-in-memory.ts'
import { aReceipt } from '../../../adapters/dynamo/receipts.ts'

it('writes a receipt without what its readers would refuse, and names what is left out', async () => {
  const service = serviceInMemory()

  await settleReceipt(aReceipt({ rateAsked: 1e-200, model: 'm' }), service.deployment.ports)

  const [written] = service.receipts.values()
  expect(receiptSchema.parse(written)).toEqual(written)
  expect(written).toMatchObject({ model: 'm', tokensSaved: 40 })
  expect(written).not.toHaveProperty('rateAsked')
  expect(service.logged.map(({ message, fields }) => [message, fields.leftOut])).toEqual([
    ['receipt in part', ['rateAsked']],
    ['exchange', undefined],
  ])
  expect(service.counted).toEqual([])
})

it('logs a receipt whole that cannot be mended, and counts it as lost', async () => {
  const service = serviceInMemory()

  await settleReceipt(aReceipt({ status: -1 }), service.deployment.ports)

  expect([...service.receipts.values()]).toEqual([])
  expect(service.logged).toMatchObject([{ message: 'exchange without receipt', fields: { receipt: { status: -1 } } }])
  expect(service.counted).toEqual(['ReceiptLost'])
})
