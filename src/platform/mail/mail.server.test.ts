import { expect, test } from 'vitest'
import { databaseEngines } from '../../testing/database.ts'
import { clockOf, days } from '../clock.ts'
import { createMailer } from './mail.server.ts'
import { createMetrics } from '../metrics/metrics.server.ts'

const mail = {
  app: 'aol',
  sender: 'Shop <shop@example.com>',
  recipient: 'ana@example.com',
  subject: 'Your new password',
  html: '<p>https://shop.example/reset/secret</p>',
  plain: 'https://shop.example/reset/secret',
} as const
const calendar = { method: 'PUBLISH', filename: 'demo.ics', content: 'BEGIN:VCALENDAR' } as const

test.each(await databaseEngines())(
  'a mail’s content is deleted after 90 days and its record after two years, on $name',
  async (engine) => {
    const database = await engine.open()
    try {
      let now = new Date('2026-01-01T00:00:00Z')
      const mailer = createMailer({ database, clock: clockOf(() => now), config: {}, metrics: createMetrics() })
      await mailer.send({ ...mail, id: 'old', calendar })
      now = new Date(now.getTime() + days(90))
      await mailer.send({ ...mail, id: 'new', calendar })
      await mailer.forget()
      expect(await mailer.byId('old')).toMatchObject({ ...mail, calendar })

      now = new Date(now.getTime() + 1)
      await mailer.forget()
      const { recipient, subject } = mail
      expect(await mailer.byId('old')).toMatchObject({ recipient, subject, html: '', plain: '', calendar: null })
      expect(await mailer.byId('new')).toMatchObject({ ...mail, calendar })

      now = new Date(now.getTime() + days(640))
      await mailer.forget()
      expect((await mailer.newest(9)).map(({ id }) => id)).toEqual(['new'])
    } finally {
      await database.close()
    }
  },
)
