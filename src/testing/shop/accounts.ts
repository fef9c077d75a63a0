import type { AppCode } from '../../brands/apps.ts'
import { createPasswords } from '../../modules/identity/passwords.server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { randomIds } from '../../platform/ids.ts'
import type { Visitor } from './visitor.ts'

type Role = 'staff' | 'sales' | 'administrator' | 'customer' | 'trade'

type Deps = {
  readonly database: Database
  readonly clock: Clock
  readonly cmsUrl: string
  readonly visitor: (app: AppCode) => Visitor
}

/** A visitor with a new account of the role, signed in; a salesperson has a salesperson code and a store. */
export async function signedInAs(
  { database, clock, cmsUrl, visitor: visitorOf }: Deps,
  role: Role,
  { app = 'aol', code = 'NT01', store = '1' }: { app?: AppCode; code?: string; store?: string },
): Promise<Visitor> {
  const id = randomIds.uuid()
  const password = 'a long fridge 42'
  const isStaff = role !== 'customer' && role !== 'trade'
  const email = `${role}-${id}@staff.example`
  await database.db
    .insertInto('account')
    .values({
      id,
      email,
      password_hash: await createPasswords().hash(password),
      first_name: 'Kim',
      last_name: 'Vale',
      role,
      is_demo: false,
      created_at: clock.now(),
      email_confirmed_at: clock.now(),
      winning_user_id: isStaff ? `W-${id.slice(0, 8)}` : null,
      winning_cms_url: isStaff ? cmsUrl : null,
      salesperson_code: role === 'sales' ? code : null,
      subdivision: role === 'sales' ? store : null,
    })
    .execute()
  const visitor = visitorOf(app)
  await visitor.signIn(email, password)
  return visitor
}
