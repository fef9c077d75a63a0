import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import type { Log } from '../../../platform/log.server.ts'
import type { Metrics } from '../../../platform/metrics/metrics.server.ts'
import { tracedFetch } from '../../../platform/tracing/traced-call.ts'
import type { Tracing } from '../../../platform/tracing/tracing.ts'
import type { PaymentProvider, ProviderCode, ProviderEvent } from '../payments.ts'
import { createProviderHealth, type ProviderHealth } from '../provider-health.ts'
import { afterpay } from '../providers/afterpay/afterpay.server.ts'
import { cardGateway } from '../providers/card/card-gateway.server.ts'
import { cardVault, type CardVault } from '../providers/card/card-vault.server.ts'
import { parseCardWebhook } from '../providers/card/card-webhooks.server.ts'
import { creditAccount } from '../providers/credit-account.server.ts'
import { notConfigured } from '../providers/not-configured.ts'
import { parsePayPalWebhook, paypalVerifier } from '../providers/paypal/paypal-webhooks.server.ts'
import { paypal } from '../providers/paypal/paypal.server.ts'
import { zipInStore } from '../providers/zip/zip-in-store.server.ts'
import { zip } from '../providers/zip/zip.server.ts'
import type { CallObserver } from '../providers/provider-http.server.ts'
import { outcomeInInbox } from './inbox.server.ts'

/** Verifies and parses a provider's webhooks; null for anything else. */
export type WebhookReader = {
  readonly isSigned: (raw: string, headers: Headers) => Promise<boolean>
  readonly parse: (raw: string) => ProviderEvent[] | null
}

export type Adapters = {
  readonly providers: Readonly<Record<ProviderCode, PaymentProvider>>
  readonly health: ProviderHealth
  /** Of our own merchant account. */
  readonly vault: CardVault
  readonly noticeReaders: Readonly<Record<'card' | 'paypal', WebhookReader>>
  /** Whether calls of a provider failed in a row, so that most are not sent. */
  isBreakerOpen(provider: ProviderCode): boolean
}

export type AdaptersDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly config: Config
  readonly metrics: Pick<Metrics, 'observe'>
  readonly tracing: Tracing
  /** Called when a provider that was away answers again. */
  readonly onRecovered: (provider: ProviderCode) => Promise<void>
}

/** The adapter of every payment provider, with its health checks. */
export function openAdapters(deps: AdaptersDeps): Adapters {
  const { database, clock, log, config, metrics, tracing } = deps
  // A trade account's credit is the shop's own and needs no settings.
  const isConfigured = (provider: ProviderCode) => provider === 'credit-account' || config.providers.has(provider)
  const configured = (provider: PaymentProvider) =>
    isConfigured(provider.code) ? provider : notConfigured(provider.code)
  const health = createProviderHealth(
    clock,
    (provider, isUp) => {
      if (isUp) {
        log.info({ provider }, 'the provider answers again and is offered')
        void deps
          .onRecovered(provider)
          .catch((error: unknown) => log.error({ err: error, provider }, 'open payments could not be made due'))
      } else log.error({ provider }, 'the provider does not answer and is not offered')
    },
    isConfigured,
  )
  /** By client: the gateway has two. */
  const openBreakers = new Map<CallObserver, ProviderCode>()
  function observerOf(provider: ProviderCode): CallObserver {
    const observer: CallObserver = {
      called: (operation, outcome, ms) =>
        metrics.observe('outgoing_call_duration_seconds', { provider, operation, outcome }, ms / 1_000),
      breaker: (isOpen) => void (isOpen ? openBreakers.set(observer, provider) : openBreakers.delete(observer)),
    }
    return observer
  }
  const common = (provider: ProviderCode) => ({
    clock,
    log,
    onNews: (isAnswered: boolean) => health.heard(provider, isAnswered),
    observer: observerOf(provider),
    tracing,
  })
  const merchantAccounts = [config.GATEWAY_MERCHANT_ACCOUNT, agencyAccountOf(config)].filter((one) => one !== null)
  // Card notices are signed item by item, so their parser checks them; PayPal's are checked once, when they arrive.
  const parseCard = (raw: string) =>
    parseCardWebhook(raw, config.GATEWAY_HMAC_KEY, merchantAccounts, { isLive: config.isLive })
  const gateway = {
    url: config.gatewayUrl,
    apiKey: config.GATEWAY_API_KEY,
    merchantAccount: config.GATEWAY_MERCHANT_ACCOUNT,
    agencyMerchantAccount: agencyAccountOf(config),
    ...common('card'),
  }
  return {
    health,
    isBreakerOpen: (provider) => [...openBreakers.values()].includes(provider),
    vault: cardVault({ ...gateway, observer: observerOf('card') }),
    providers: {
      card: configured(cardGateway({ ...gateway, lookup: (attempt) => outcomeInInbox(database, parseCard, attempt) })),
      afterpay: configured(
        afterpay({
          url: config.afterpayUrl,
          merchantId: config.AFTERPAY_MERCHANT_ID,
          secretKey: config.AFTERPAY_SECRET_KEY,
          site: config.publicUrl,
          ...common('afterpay'),
        }),
      ),
      paypal: configured(
        paypal({
          url: config.paypalUrl,
          clientId: config.PAYPAL_CLIENT_ID,
          clientSecret: config.PAYPAL_CLIENT_SECRET,
          ...common('paypal'),
        }),
      ),
      zip: configured(zip({ url: config.zipUrl, apiKey: config.ZIP_API_KEY, ...common('zip') })),
      'zip-in-store': configured(
        zipInStore({ url: config.zipInStoreUrl, apiKey: config.ZIP_IN_STORE_API_KEY, ...common('zip-in-store') }),
      ),
      'credit-account': creditAccount({ database, clock }),
    },
    noticeReaders: {
      card: { isSigned: async () => isConfigured('card'), parse: parseCard },
      paypal: {
        isSigned: isConfigured('paypal')
          ? paypalVerifier({
              url: config.paypalUrl,
              webhookId: config.PAYPAL_WEBHOOK_ID,
              clock,
              fetch: tracedFetch(tracing, { target: 'paypal certificate', sendsContext: false, isRoot: true }),
            })
          : async () => false,
        parse: parsePayPalWebhook,
      },
    },
  }
}

/** The gateway's account for the agency's goods; null where they are paid with the company's own. */
export const agencyAccountOf = ({ GATEWAY_AGENCY_MERCHANT_ACCOUNT: account }: Config): string | null =>
  account === '' ? null : account
