import { join } from 'node:path'
import { afterpayPages } from './afterpay/afterpay-pages.ts'
import { createAfterpay } from './afterpay/afterpay.ts'
import { collectorRoutes } from './collector.ts'
import { controlRoutes, createFaults, ledgerRoutes } from './control.ts'
import { frontPage } from './front-page.ts'
import { openCertificates } from './gateway/certificates.ts'
import { gatewayPages } from './gateway/gateway-pages.ts'
import { createGateway } from './gateway/gateway.ts'
import { json, type Route } from './http.ts'
import { openLedger } from './ledger.ts'
import { openPayPalSigner } from './paypal/paypal-webhooks.ts'
import { createPayPal } from './paypal/paypal.ts'
import { recaptchaRoutes } from './people/recaptcha.ts'
import { openObjectStore } from './s3/object-store.ts'
import { createS3 } from './s3/s3.ts'
import type { SandboxOptions } from './sandbox.ts'
import type { SandboxSettings } from './settings.ts'
import { googlePayScript } from './wallets/google-pay.ts'
import { createWallets } from './wallets/wallets.ts'
import { createWebhooks } from './webhooks/webhooks.ts'
import { paypalPages, zipPages } from './zip/choice-pages.ts'
import { createZipInStore } from './zip/zip-in-store.ts'
import { createZip } from './zip/zip.ts'

/** Opens the pretended providers on one ledger, with the routes of all of them. */
export async function openProviders(
  settings: SandboxSettings,
  options: SandboxOptions,
  { origin, log }: { readonly origin: () => string; readonly log: (line: string) => void },
) {
  const ledger = openLedger(settings.folder)
  const certificates = await openCertificates(settings.folder, settings.merchantAccounts)
  const { shopUrl } = settings
  const paypalSigner = openPayPalSigner(settings.folder, settings.paypalWebhookId)
  const webhooks = createWebhooks({
    ledger,
    shopUrl,
    hmacKey: settings.gatewayHmacKey,
    paypal: paypalSigner,
    origin,
    firstWaitMs: options.webhookWaitMs ?? 1_000,
    log,
  })
  const wallets = createWallets({ ledger, secret: settings.gatewayHmacKey })
  const gateway = createGateway({
    ledger,
    wallets,
    certificates,
    webhooks,
    apiKey: settings.gatewayApiKey,
    merchantAccounts: settings.merchantAccounts,
    shopUrl,
    slowAnswerMs: options.slowAnswerMs ?? 40_000,
    lateWebhookMs: options.lateWebhookMs ?? 90_000,
  })
  const afterpay = createAfterpay({
    ledger,
    merchantId: settings.afterpayMerchantId,
    secretKey: settings.afterpaySecretKey,
    shopUrl,
    limits: options.afterpayLimits ?? { minimumCents: 100, maximumCents: 200_000 },
  })
  const paypal = createPayPal({
    ledger,
    clientId: settings.paypalClientId,
    clientSecret: settings.paypalClientSecret,
    shopUrl,
    notify: (event) => webhooks.enqueue(event),
  })
  const zip = createZip({ ledger, apiKey: settings.zipApiKey, shopUrl })
  const inStore = createZipInStore({ ledger, apiKey: settings.zipInStoreApiKey })
  const objects = openObjectStore(join(settings.folder, 'objects.db'))
  const s3 = createS3({ store: objects, now: () => new Date(), log })
  const faults = createFaults()
  const providerRoutes = [
    ...gateway.routes,
    ...gatewayPages(gateway),
    ...wallets.routes,
    googlePayScript,
    ...afterpay.routes,
    ...afterpayPages(afterpay),
    ...paypal.routes,
    paypalSigner.route,
    ...paypalPages(paypal),
    ...zip.routes,
    ...zipPages(zip),
    ...inStore.routes,
  ]
  const routeNames = () => [...new Set(providerRoutes.map((route) => route.name))]
  function sweep(): void {
    gateway.sweep()
    inStore.sweep()
  }
  const control = { ledger, faults, webhooks, certificates, sweep, afterpay, paypal, origin, routeNames }
  const routes: Route[] = [
    ...providerRoutes,
    ...collectorRoutes(),
    ...recaptchaRoutes(ledger.now),
    ...ledgerRoutes(ledger, webhooks),
    ...(settings.isControlOn ? controlRoutes(control) : []),
    frontPage(settings.isControlOn),
    { name: 'livez', method: 'GET', path: '/livez', handle: () => json(200, { status: 'ok' }) },
  ]
  return { routes, ledger, certificates, webhooks, paypalSigner, faults, sweep, s3, objects }
}
