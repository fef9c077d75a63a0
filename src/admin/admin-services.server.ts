import { themeHead } from '../app/rendering/theme.server.ts'
import type { AppCode } from '../brands/apps.ts'
import type { Theme } from '../brands/tokens.ts'
import { mediaUses } from '../composition/media-uses.server.ts'
import { createPictureAssignment } from '../composition/picture-assignment.server.ts'
import { mailJobs } from '../composition/queues.server.ts'
import type { Services } from '../composition/services.server.ts'
import { beginBulk, bulkPreview } from '../modules/admin/bulk.server.ts'
import { dashboardOf } from './dashboard/dashboard.server.ts'
import { listQueryOf } from '../modules/admin/admin.ts'
import { beginImport, importInputOf, type ImportInput } from '../modules/product-import/product-import.admin.server.ts'
import { createLibrary } from '../modules/media/library.server.ts'
import { importRedirects } from '../modules/admin/redirect-import.server.ts'
import type { AdminResource } from '../modules/admin/admin-resource.server.ts'
import { saveUpload, runOf, uploadOf, type Upload } from '../modules/admin/runs-store.server.ts'
import { tableHead } from '../modules/product-import/product-table.server.ts'
import { fileNameOf } from '../modules/media/media.ts'
import type { Member } from '../modules/staff/staff.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.server.ts'
import { knownFile, type KnownFile } from '../platform/files/file-kinds.server.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.server.ts'
import { mailQueueState } from '../platform/mail/mail-queue.server.ts'

/** Services of the staff host's pages. The program opens them and passes them with each request: the bundle has no services of its own. */

export type AdminServices = ReturnType<typeof openAdminServices>

type BulkInput = Parameters<typeof beginBulk>[4]

type AdminServicesDeps = {
  readonly services: Pick<Services, 'adminChoices' | 'analytics' | 'catalogue' | 'admin' | 'media' | 'site' | 'staff'>
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

export function openAdminServices({ services, database, clock, ids, log }: AdminServicesDeps) {
  const { admin, staff, catalogue, site } = services
  const { db } = database
  const deps = { database, clock, ids, catalogue }
  const analytics = services.analytics.counts
  const mailQueue = () => mailQueueState(db, mailJobs)
  /** Failures of work that continues after the response are logged. */
  const watch = (finished: Promise<void>, run: string, message: string) =>
    void finished.catch((error: unknown) => log.error({ err: error, run }, message))

  return {
    log,
    clock,
    admin,
    staffService: staff,
    themeCss: (theme: Theme) => themeHead(theme).css,
    refreshChoices: () => services.adminChoices.refresh(),
    shopAddress: (app: AppCode) => `${site.effectiveBrand(app).origin}/`,
    dashboard: (member: Member, query: Parameters<typeof dashboardOf>[2]) =>
      dashboardOf({ ...deps, analytics, mailQueue }, member, query),
    categories: () => catalogue.categories,
    count: (resource: AdminResource, query: URLSearchParams) =>
      resource.records.count(db, listQueryOf(query, resource)),
    library: createLibrary({ admin, media: services.media }),
    pictureAssignment: createPictureAssignment({ database, admin }),
    /** Uploads that records name and the shop does not have. */
    missingFiles: () => mediaUses.missing(db),
    /** Has every picture of another host that has a problem fetched again. */
    async retryPictures(member: Member): Promise<void> {
      const count = await services.media.sources.retryFailed()
      await admin.note(member, 'retry pictures', 'picture-sources', { count })
    },
    readFile: knownFile,
    saveFile: (file: KnownFile, name: string) => services.media.add(file, fileNameOf(name)),
    importRedirects: (member: Member, resource: AdminResource, text: string) =>
      importRedirects(admin, member, resource, text),
    bulk: {
      preview: (resource: AdminResource, change: Parameters<typeof bulkPreview>[2]) =>
        bulkPreview(deps, resource, change),
      async begin(member: Member, resource: AdminResource, change: BulkInput): Promise<string> {
        const { id, finished } = await beginBulk(deps, admin, member, resource, change)
        watch(finished, id, 'many changes at once were broken off')
        return id
      },
    },
    run: (member: Member, id: string) => runOf(db, member.principal.userId, id),
    imports: {
      head: (text: string) => tableHead(text),
      async save(member: Member, { name, text }: Pick<Upload, 'name' | 'text'>): Promise<string> {
        const id = ids.uuid()
        await saveUpload(db, { id, name, text, accountId: member.principal.userId, now: clock.now() })
        return id
      },
      open: (member: Member, id: string) => uploadOf(db, member.principal.userId, id),
      read: (form: URLSearchParams, columns: readonly string[]) => importInputOf(deps, form, columns),
      async begin(member: Member, upload: Upload, input: ImportInput): Promise<string> {
        const { id, finished } = await beginImport(deps, member, upload, input)
        watch(finished, id, 'an import was broken off')
        return id
      },
    },
  }
}
