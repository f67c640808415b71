// Who may sign in, where the stage brings the issuer along: a pool without sign-up, whose people the operator adds.

import { Stack } from 'aws-cdk-lib'
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  UserPool,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito'
import { Construct } from 'constructs'
import { acknowledge } from '../nag/acknowledge.ts'
import type { Stage } from '../stage/config.ts'
import { removalPolicy } from '../stage/removal.ts'

export interface PeoplePoolProps {
  readonly stage: Stage
  /** The origin that people come back to. */
  readonly dashboardUrl: string
}

export class PeoplePool extends Construct {
  readonly userPoolId: string
  readonly issuer: string
  readonly clientId: string

  constructor(scope: Construct, id: string, { stage, dashboardUrl }: PeoplePoolProps) {
    super(scope, id)
    const pool = new UserPool(this, 'Pool', {
      userPoolName: `${stage.prefix}people`,
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      // What managed login needs.
      featurePlan: FeaturePlan.ESSENTIALS,
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      signInPolicy: { allowedFirstAuthFactors: { password: true, passkey: true } },
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
      },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      removalPolicy: removalPolicy(stage),
      deletionProtection: stage.removal === 'retain',
    })
    acknowledge(pool, 'COG2', 'People may set up a second factor; whom it is required of is for the operator to say.')
    acknowledge(pool, 'COG8', 'Essentials has managed login; what Plus adds has its price for every person.')
    pool.addDomain('Domain', {
      // Names are taken once in a region, by whatever account. Another name now would cost people their passkeys, which are bound to
      // it, and a deployment: Cognito makes no second domain of a pool before the first is deleted.
      cognitoDomain: { domainPrefix: `${stage.prefix}${Stack.of(this).account}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    })
    const client = pool.addClient('Client', {
      // Proven by PKCE: there is no secret to keep.
      generateSecret: false,
      authFlows: { user: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [`${dashboardUrl}/auth/callback`],
        logoutUrls: [`${dashboardUrl}/`],
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
    })
    // Managed login shows nothing without it.
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: pool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    })
    this.userPoolId = pool.userPoolId
    this.issuer = pool.userPoolProviderUrl
    this.clientId = client.userPoolClientId
  }
}
