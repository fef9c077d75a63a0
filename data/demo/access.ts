/** Codes and logins that the demo data comes with; printed at every start, and of no use anywhere else. */

export const demoCodes = {
  coupon: { code: 'WELCOME10', text: '10 % off, from $100' },
  once: { code: 'ONCE20', text: '$20 off, once per email address' },
  freight: { code: 'FREEFREIGHT', text: 'free delivery on weekdays' },
  giftCard: { code: 'GIFT-DEMO-AU-500', text: '$500, for AU brands' },
  giftCardNz: { code: 'GIFT-DEMO-NZ-500', text: '$500, for the NZ brand' },
} as const

export const demoLogins = [
  { role: 'customer', email: 'member@demo.example', firstName: 'Demo', lastName: 'Member' },
  { role: 'trade', email: 'trade@demo.example', firstName: 'Demo', lastName: 'Trade' },
  { role: 'sales', email: 'sales@demo.example', firstName: 'Demo', lastName: 'Sales' },
  { role: 'staff', email: 'staff@demo.example', firstName: 'Demo', lastName: 'Staff' },
  { role: 'administrator', email: 'admin@demo.example', firstName: 'Demo', lastName: 'Administrator' },
] as const

export const demoPassword = 'demo-fridge-2026'

/**
 * The shop's own people need a second factor. Sales and administrator of the demonstration have one that everybody may know: put it into an
 * authenticator app, or take the code that the login shows. Staff has none yet, so that setting one up can be tried.
 */
export const demoTotpSecret = 'DEMO2345STAFF2345DEMO2345STAFF23'
