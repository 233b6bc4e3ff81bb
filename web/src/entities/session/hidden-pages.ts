/** The parts of a session that decide which pages are hidden. */
interface Where {
  privateDeployment: boolean;
  brand?: { documentDisabled: boolean } | undefined;
}

/** The guide is hidden in private deployments and if the corporation turns it off. */
export const hidesDocuments = (session: Where): boolean =>
  session.privateDeployment || session.brand?.documentDisabled === true;

/** Release notes are hidden in private deployments. */
export const hidesReleases = (session: Where): boolean => session.privateDeployment;
