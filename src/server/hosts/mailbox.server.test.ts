import { expect, test } from 'vitest'
import { anyEngine } from '../../testing/database.ts'
import { fixedClock } from '../../platform/clock.ts'
import { listen } from '../../platform/http/listen.server.ts'
import { createMailer } from '../../platform/mail/mail.server.ts'
import { createMailbox } from './mailbox.server.tsx'
import { createMetrics } from '../../platform/metrics/metrics.server.ts'

test('the mailbox lists mails, shows one in a sandboxed frame, and runs none of its scripts', async () => {
  const database = await anyEngine.open()
  const mailer = createMailer({
    database,
    clock: fixedClock('2026-11-24T11:00:00+11:00'),
    config: {},
    metrics: createMetrics(),
  })
  const onRequest = createMailbox(mailer)
  const listening = await listen({ part: 'mailbox', setting: 'MAIL_PORT', host: '127.0.0.1', port: 0, onRequest })
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${listening.port}${path}`)
    return {
      status: response.status,
      policy: response.headers.get('content-security-policy'),
      text: await response.text(),
    }
  }
  try {
    expect((await get('/')).text).toContain('No mail yet.')
    await mailer.send({
      id: 'order 1',
      app: 'aol',
      sender: 'Appliances Online <orders@shop.example>',
      recipient: 'kim@example.com',
      subject: 'Your order <1> & thanks',
      html: '<script>alert(1)</script><p>Thank you</p>',
      plain: 'Thank you',
    })
    expect((await get('/')).text).toContain('<a href="/mail/order%201"><b>Your order &lt;1&gt; &amp; thanks</b></a>')
    expect((await get('/mail/order%201')).text).toContain('<iframe title="Mail" sandbox="" src="/body/order%201">')
    const body = await get('/body/order%201')
    expect(body.text).toContain('<p>Thank you</p>')
    expect(body.policy).toMatch(/^default-src 'none';.*; sandbox$/)
    expect((await get('/mail/none')).status).toBe(404)
  } finally {
    await listening.close(0)
    await database.close()
  }
})
