import { careMailJob } from '../modules/account/care-mails.ts'
import { mailCartJob } from '../modules/cart/shared-carts.server.ts'
import { jobNames } from '../modules/checkout/job-names.ts'
import { contactMailJob } from '../modules/content/forms/contact.server.ts'
import { newsletterMailJob } from '../modules/content/forms/newsletter.server.ts'
import { demoMailJob } from '../modules/events/demo-mails.ts'
import { identityMailJob } from '../modules/identity/identity-mails.ts'
import { orderMailJob } from '../modules/orders/order-transitions.server.ts'
import { forgetShopperJob } from '../modules/payments/saved-card-jobs.ts'
import { priceMatchMailJob } from '../modules/pricematch/pricematch.server.ts'
import { wishlistMailJob } from '../modules/wishlists/wishlist-mails.ts'

/** Every job that sends a mail. */
export const mailJobs: readonly string[] = [
  jobNames.orderPlaced,
  mailCartJob,
  identityMailJob,
  contactMailJob,
  newsletterMailJob,
  orderMailJob,
  careMailJob,
  demoMailJob,
  priceMatchMailJob,
  wishlistMailJob,
]

/** Every queue that jobs wait in. */
export const queues: readonly string[] = [...new Set([...Object.values(jobNames), forgetShopperJob, ...mailJobs])]
