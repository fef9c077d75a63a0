import { expect } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

/** What is said of settings that are refused. */
export function problemOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return expect.fail('it was taken')
}

/** Everything that a shop with real money needs, and nothing else. */
export const required = {
  ENV: 'prod',
  DATABASE_URL: 'postgres://shop:secret@db.shop.example/shop?sslmode=verify-full',
  SECRET_KEY: 'pQ7vX2mK9sT4wZ8nB3cR6yH1jL5dF0gA',
  APP: 'aol',
  PUBLIC_URL: 'https://www.aol.example/',
  CMS_URL: 'https://cms.example/',
  IDENTITY_SITES: 'id.aol.example=aol',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Shop <orders@aol.example>',
}
export const card = {
  GATEWAY_URL: 'https://gateway.example/v71',
  GATEWAY_API_KEY: 'key',
  GATEWAY_MERCHANT_ACCOUNT: 'Merchant',
  GATEWAY_HMAC_KEY: 'ab'.repeat(32),
  GATEWAY_CERTIFICATES_FILE: '/etc/certificates.json',
}
export const afterpay = {
  AFTERPAY_URL: 'https://afterpay.example',
  AFTERPAY_MERCHANT_ID: 'id',
  AFTERPAY_SECRET_KEY: 'secret',
}
export const paypal = {
  PAYPAL_URL: 'https://api-m.paypal.example',
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: '7AB12345',
}
export const zip = { ZIP_URL: 'https://zip.example/merchant', ZIP_API_KEY: 'key' }
export const zipInStore = { ZIP_IN_STORE_URL: 'https://zip.example/v1', ZIP_IN_STORE_API_KEY: 'key' }

export const good = { ...required, ...card, ...afterpay, ...paypal, ...zip, ...zipInStore }
