import { expect, test } from 'vitest'
import { brandOf } from '../../../brands/brands.ts'
import { referralOf } from './referral.server.ts'

const aol = brandOf('aol')

test('the referral uses the texts of its setting, with defaults for missing ones [SETT-17]', () => {
  expect(referralOf(aol, '{}')).toEqual({
    title: 'Refer a friend',
    blurb:
      'Tell a friend about Appliances Online. Send them your link, so that we know who referred them when they make their first purchase.',
    reward: null,
    termsUrl: null,
  })
  const config = { title: 'Bring a friend', blurb: 'Both win.', rewardAmount: 25, termsUrl: '/s/referral-terms' }
  expect(referralOf(aol, JSON.stringify(config))).toEqual({
    title: 'Bring a friend',
    blurb: 'Both win.',
    reward: 25,
    termsUrl: '/s/referral-terms',
  })
})

test.each([
  '',
  '[]',
  'null',
  '{',
  '{"title":7,"rewardAmount":-1,"termsUrl":"javascript:alert(1)"}',
  '{"termsUrl":"//other.example"}',
])('an invalid referral setting promises nothing and has no link: %s', (config) =>
  expect(referralOf(aol, config)).toEqual(referralOf(aol, '{}')),
)
