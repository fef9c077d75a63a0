const postBox = /\b((p ?o|post(al)? ?office|g ?p ?o) ?box|locked ?bag|private ?bag|parcel ?locker)\b/i

/** An address that is a PO Box or the like (decision checkout-17). */
export function isPostBox(address: string): boolean {
  return postBox.test(address.replaceAll(/[\s.]+/g, ' '))
}
