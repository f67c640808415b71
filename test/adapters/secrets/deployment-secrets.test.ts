import { describe, expect, it } from 'vitest'
import { deploymentSecrets } from '../../../adapters/secrets/deployment-secrets.ts'
import { StoreUnreachable } from '../../../core/runtime/store-unreachable.ts'

const secret = 's'.repeat(48)

describe('the secrets of the deployment', () => {
  it('are those that are given where no other has a name', async () => {
    const never = () => Promise.reject(new Error('asked'))

    expect(await deploymentSecrets({ given: [secret], name: undefined }, never)()).toEqual([secret])
  })

  it('are read once, as soon as the process starts', async () => {
    const asked: string[] = []
    const secrets = deploymentSecrets({ given: [], name: 'deployment-secret' }, async (name) => {
      asked.push(name)
      return `${secret}\n`
    })
    expect(asked).toEqual(['deployment-secret'])

    expect([await secrets(), await secrets()]).toEqual([[secret], [secret]])
    expect(asked).toHaveLength(1)
  })

  it('are asked for again after a failure, which is an outage and never an empty list', async () => {
    let fails = true
    const secrets = deploymentSecrets({ given: [], name: 'n' }, async () => {
      if (fails) throw new Error('no')
      return secret
    })
    await expect(secrets()).rejects.toThrow(StoreUnreachable)
    fails = false

    expect(await secrets()).toEqual([secret])
  })
})
